// What every page has: the table's state as it changes, forms that are sent without leaving the page, the language.

import { put, stay } from "./around.js";
import { within } from "./asking.js";
import { fetched, isOfAnother, listen, PATIENCE, SOON } from "./stream.js";
import { byId, t } from "./texts.js";

let token = document.querySelector("meta[name=token]").content;

// Something that changes the table; the answer's JSON. A table with another key gives another token: then it is asked
// once more with that one, so that nothing is lost. What takes its time is waited for longer.
export const LONG = 10 * PATIENCE;
export async function post(url, body, patience = PATIENCE) {
  const asked = () => fetch(url, { method: "POST", headers: { "X-Token": token }, body, signal: within(patience) });
  const known = token;
  let answer = await asked();
  if (answer.status === 403) {
    if (token === known) token = (await fetched()).querySelector("meta[name=token]")?.content ?? token;
    if (token !== known) answer = await asked();
  }
  if (answer.status === 401) location.assign("/enter");
  const heard = await answer.json();
  told("link");
  return heard;
}

// What is asked for again by itself has no answer.
export function lost() {
  told("link", t("The table does not answer. Trying again…"), true);
}

// What was sent has no answer: it may have arrived, and nobody sends it again by itself.
export const UNANSWERED = t("No answer came. If nothing has changed, do it again.");

export function unanswered(place) {
  told(place, UNANSWERED, true);
}

// A sentence in its place on the page, marked where something is wrong.
export function told(place, sentence, wrong) {
  byId(place).textContent = sentence || "";
  byId(place).classList.toggle("wrong", Boolean(wrong));
}

// Where a form, or the page, says what came of it.
function said(form, sentence, done) {
  const place = form.querySelector("[role=status], [role=alert]") || byId("link");
  place.textContent = sentence || "";
  place.classList.toggle("wrong", !done);
  if (sentence) place.scrollIntoView({ block: "nearest" });
}

// A form that somebody is filling in is neither lost with its page nor replaced under the hand, unless the table has
// gone on from what it was made for.
const filling = (form) => !("overtaken" in form.dataset)
  && ("filled" in form.dataset || form.querySelector(":is(input, select):focus") !== null);
document.addEventListener("input", (event) => {
  if (event.target.form) event.target.form.dataset.filled = "";
});

async function submitted(form, button) {
  if (button) button.setAttribute("aria-busy", "true");
  form.dataset.sending = "";
  let renews = false;
  try {
    const fields = new URLSearchParams(new FormData(form, button));
    const answer = await post(form.dataset.post, fields);
    if (answer.done && form.dataset.go) return location.assign(form.dataset.go);
    if (answer.done) delete form.dataset.filled;
    if (answer.done) form.dataset.done = "";
    if (answer.overtaken) form.dataset.overtaken = "";
    renews = answer.overtaken || (answer.done && "renew" in form.dataset);
    if (answer.overtaken) told("link", answer.sentence, true); // the form itself is another one in a moment
    else said(form, answer.sentence, answer.done);
  } catch {
    said(form, UNANSWERED);
  } finally {
    delete form.dataset.sending;
    if (button) button.removeAttribute("aria-busy");
  }
  if (renews || due) renew();
}

const alike = (form, fresh) => fresh.querySelector(form.id ? `#${form.id}` : `form[data-post="${form.dataset.post}"]`);

// What somebody filled in stands in the fresh form again, beside what is newer there, where it is `of` the same.
function filledAgain(form, fresh) {
  const same = alike(form, fresh);
  if (!same || same.dataset.of !== form.dataset.of) return;
  for (const one of form.querySelectorAll("input, select")) {
    const changed = one.type === "radio" ? one.checked && !one.defaultChecked
      : one.tagName === "SELECT" ? [...one.selectedOptions].some((chosen) => !chosen.defaultSelected)
      : one.value !== one.defaultValue;
    if (!changed || !same.elements[one.name]) continue;
    same.elements[one.name].value = one.value;
    same.dataset.filled = "";
  }
}

// What is fresh in place of what is old; a form that is being filled in stays, with what holds it.
function replace(old, fresh) {
  const stays = new Map();
  for (const form of [...old.querySelectorAll("form")].filter(filling)) {
    const same = alike(form, fresh);
    if (!same || !stay(form, same, stays)) continue;
    // what it says was done, and goes on from there
    for (const one of "done" in form.dataset ? form.querySelectorAll("input") : []) {
      one.defaultValue = same.elements[one.name]?.defaultValue ?? one.defaultValue;
    }
    delete form.dataset.done;
  }
  put(old, fresh, stays);
}

// The page as the table stands now, in place of what it showed. What changes meanwhile, or while a form is being sent, is
// fetched afterwards.
let due = false;
let renewing = false;
async function renew() {
  due = true;
  if (renewing) return;
  renewing = true;
  try {
    while (due && !document.querySelector("form[data-sending]")) {
      due = false;
      const fresh = (await fetched()).getElementById("main");
      if (fresh) renewed(byId("main"), fresh);
    }
  } catch {
    setTimeout(renew, SOON);
  } finally {
    renewing = false;
  }
}

function renewed(main, fresh) {
  for (const form of main.querySelectorAll("form[data-overtaken]")) filledAgain(form, fresh);
  replace(main, fresh);
  Object.assign(main.dataset, fresh.dataset);
  document.dispatchEvent(new Event("renewed"));
}

// The page in the table's language, and of the release that the table has now, once nobody is filling in or sending a
// form of the old one. While the table is gone nothing could come in the page's place.
let language = document.documentElement.lang;
let outdated = false;
let gone = false;
function loadedAnew() {
  const held = (form) => filling(form) || "sending" in form.dataset;
  const other = (outdated || language !== document.documentElement.lang) && !gone && ![...document.forms].some(held);
  if (other) location.reload();
  return other;
}

function follow(state) {
  language = state.language;
  if (loadedAnew()) return;
  const main = byId("main");
  const score = byId("score");
  if (score && score.textContent !== state.standing) score.textContent = state.standing;
  if ("stands" in main.dataset && main.dataset.stands !== state.stands) renew();
  document.dispatchEvent(new CustomEvent("table", { detail: state }));
}

function cut() {
  gone = true;
  lost();
}

function found() {
  told("link");
  if (gone) {
    fetched().then((page) => {
      outdated = isOfAnother(page);
      loadedAnew();
    }, () => {});
  }
  gone = false;
  document.dispatchEvent(new Event("linked"));
}

document.addEventListener("focusout", () => setTimeout(loadedAnew));
submit = submitted;
for (const [form, button] of unsent) submitted(form, button);
if (byId("language")) {
  byId("language").addEventListener("change", (event) => {
    post(`/api/language/${event.target.value}`).catch(() => unanswered("link"));
  });
}

// A page hears the table while it is seen: for all its pages together a browser has six connections.
let deaf = () => {};
function attend() {
  deaf();
  if (!document.hidden) deaf = listen("/api/changes", found, follow, cut, true);
}
document.addEventListener("visibilitychange", attend);
document.addEventListener("DOMContentLoaded", attend);
