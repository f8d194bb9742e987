// A picture that this phone takes: it is sent as any other, and then read as the table's.

import { LONG, post, told, unanswered } from "./frame.js";
import { byId, t } from "./texts.js";

document.addEventListener("change", async (event) => {
  if (event.target.id !== "taken" || !event.target.files.length) return;
  const [file] = event.target.files;
  told("taken-said", t("This takes a moment…"));
  try {
    const sent = await post(`/api/pictures?name=${encodeURIComponent(file.name)}`, file, LONG);
    if (!sent.done) return told("taken-said", sent.sentence, true);
    const fields = new URLSearchParams(new FormData(byId("phone")));
    fields.append("picture", sent.picture.id);
    const read = await post("/api/by-hand/picture", fields);
    if (!read.done) return told("taken-said", read.sentence, true);
    location.assign("/");
  } catch {
    unanswered("taken-said");
  } finally {
    event.target.value = "";
  }
});
