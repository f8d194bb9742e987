// Pictures for the checks and for a deck to be learned: sent one by one, shown, and looked at when the form is sent.

import { post, told, unanswered, UNANSWERED } from "./frame.js";
import { byId, element, t } from "./texts.js";

const sending = document.querySelector(".sending");
const most = Number(sending.dataset.most);
let chosen = [];

function showPictures() {
  byId("pictures").replaceChildren(...chosen.map((picture) => {
    const image = element("img", { src: `/api/pictures/${picture.id}.jpg?v=${picture.seen || 0}`, alt: picture.name });
    const away = element("button", { type: "button", class: "button", "aria-label": t("Leave out {name}", { name: picture.name }) }, "×");
    away.addEventListener("click", () => {
      chosen = chosen.filter((other) => other !== picture);
      showPictures();
      told("sent");
    });
    return element("li", {}, element("figure", {}, image, element("figcaption", {}, picture.name)), away);
  }));
}

async function add(url, body, name) {
  told("sent", t("Looking at {name}…", { name: name || t("the table") }));
  try {
    const answer = await post(url, body);
    if (!answer.done) return told("sent", answer.sentence, true);
    chosen = [...chosen, answer.picture].slice(-most);
    showPictures();
    told("sent");
  } catch {
    unanswered("sent");
  }
}

for (const input of sending.querySelectorAll("input")) {
  input.addEventListener("change", async () => {
    for (const file of [...input.files].slice(0, most)) {
      await add(`/api/pictures?name=${encodeURIComponent(file.name)}`, file, file.name);
    }
    input.value = "";
  });
}
if (byId("take")) byId("take").addEventListener("click", () => add("/api/pictures/camera"));

for (const form of document.querySelectorAll("[data-work]")) form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const note = form.querySelector("[role=alert]");
  const looked = form.dataset.pictures ? chosen : [];
  note.textContent = "";
  if (form.dataset.pictures && !chosen.length) {
    note.textContent = t("Choose or take a picture first.");
    return;
  }
  const button = form.querySelector("button");
  button.setAttribute("aria-busy", "true");
  button.disabled = true;
  const fields = new URLSearchParams(new FormData(form));
  for (const picture of looked) fields.append("picture", picture.id);
  byId("result").textContent = t("This takes a moment…");
  try {
    const answer = await post(form.dataset.work, fields);
    // made by the table itself, which escapes whatever is in it
    byId("result").innerHTML = answer.html || "";
    note.textContent = answer.sentence || "";
    for (const picture of looked) picture.seen = (picture.seen || 0) + 1;
    showPictures();
    document.dispatchEvent(new CustomEvent("worked", { detail: answer }));
  } catch {
    byId("result").textContent = "";
    note.textContent = UNANSWERED;
  } finally {
    button.removeAttribute("aria-busy");
    button.disabled = false;
  }
});
