// Pictures for the checks and for a deck to be learned: sent one by one, shown, and looked at when the form is sent.

import { LONG, post, told, UNANSWERED } from "./frame.js";
import { byId, element, t } from "./texts.js";

const sending = document.querySelector(".sending");
const most = Number(sending.dataset.most);
const REFUSED = t("Leave out the pictures that were refused, or choose them anew.");
let chosen = [];
let refused = []; // files that were chosen too, and why each of them cannot be looked at
let arriving = Promise.resolve(); // until all that was chosen or taken has its answer

function leaveOut(name, sign, left) {
  const label = t("Leave out {name}", { name });
  const away = element("button", { type: "button", class: "button", "aria-label": label }, sign || label);
  away.addEventListener("click", () => {
    left();
    showPictures();
  });
  return away;
}

function showPictures() {
  byId("pictures").replaceChildren(...chosen.map((picture) => {
    const image = element("img", { src: `/api/pictures/${picture.id}.jpg?v=${picture.seen || 0}`, alt: picture.name });
    const left = () => { chosen = chosen.filter((other) => other !== picture); };
    return element("li", {}, element("figure", {}, image, element("figcaption", {}, picture.name)), leaveOut(picture.name, "×", left));
  }));
  byId("refused").replaceChildren(...refused.map((file) => {
    const left = () => { refused = refused.filter((other) => other !== file); };
    return element("li", { class: "row" }, element("p", {}, `${file.name}: ${file.why}`), leaveOut(file.name, "", left));
  }));
  told("sent", refused.length ? REFUSED : "", refused.length);
  for (const note of refused.length ? [] : document.querySelectorAll("[data-work] [role=alert]")) {
    if (note.textContent === REFUSED) note.textContent = "";
  }
}

// One picture more; or the sentence why there is none.
async function add(url, body, name) {
  told("sent", t("Looking at {name}…", { name }));
  try {
    const answer = await post(url, body, LONG);
    if (!answer.done) return answer.sentence;
    chosen = [...chosen, answer.picture].slice(-most);
  } catch {
    return UNANSWERED;
  }
  return "";
}

async function choose(files) {
  refused = refused.filter((old) => !files.some((file) => file.name === old.name));
  let room = most;
  for (const file of files) {
    const url = `/api/pictures?name=${encodeURIComponent(file.name)}`;
    const why = room ? await add(url, file, file.name) : t("No more than {most} pictures are looked at.", { most });
    if (why) refused = [...refused, { name: file.name, why }];
    else room -= 1;
    showPictures();
  }
}

async function take() {
  const why = await add("/api/pictures/camera", undefined, t("the table"));
  showPictures();
  if (why) told("sent", why, true);
}

for (const input of sending.querySelectorAll("input")) {
  input.addEventListener("change", () => {
    const files = [...input.files];
    arriving = arriving.then(() => choose(files)).then(() => { input.value = ""; });
  });
}
if (byId("take")) byId("take").addEventListener("click", () => { arriving = arriving.then(take); });

for (const form of document.querySelectorAll("[data-work]")) form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const note = form.querySelector("[role=alert]");
  const button = form.querySelector("button");
  note.textContent = "";
  button.setAttribute("aria-busy", "true");
  button.disabled = true;
  try {
    if (form.dataset.pictures) await arriving;
    const looked = form.dataset.pictures ? chosen : [];
    if (form.dataset.pictures && (refused.length || !looked.length)) {
      note.textContent = refused.length ? REFUSED : t("Choose or take a picture first.");
      return;
    }
    const fields = new URLSearchParams(new FormData(form));
    for (const picture of looked) fields.append("picture", picture.id);
    byId("result").textContent = t("This takes a moment…");
    const answer = await post(form.dataset.work, fields, LONG);
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
