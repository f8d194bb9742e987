"use strict";
// A picture that this phone takes: it is sent as any other, and then read as the table's.

function told(sentence, wrong) {
  byId("taken-said").textContent = sentence || "";
  byId("taken-said").classList.toggle("wrong", Boolean(wrong));
}

document.addEventListener("change", async (event) => {
  if (event.target.id !== "taken" || !event.target.files.length) return;
  const [file] = event.target.files;
  told(t("This takes a moment…"));
  try {
    const sent = await post(`/api/pictures?name=${encodeURIComponent(file.name)}`, file);
    if (!sent.done) return told(sent.sentence, true);
    const fields = new URLSearchParams(new FormData(byId("phone")));
    fields.append("picture", sent.picture.id);
    const read = await post("/api/by-hand/picture", fields);
    if (!read.done) return told(read.sentence, true);
    location.assign("/");
  } catch {
    lost();
  } finally {
    event.target.value = "";
  }
});
