"use strict";
// What every page has: the table's state as it changes, forms that are sent without leaving the page, the language.

const SOON = 3000; // milliseconds until a table that did not answer is asked again
let token = document.querySelector("meta[name=token]").content;

// This page as the table makes it now. A pass that is no longer good leads to the entrance.
async function fetched() {
  const answer = await fetch(location.href);
  if (answer.redirected && new URL(answer.url).pathname === "/enter") location.assign("/enter");
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// Something that changes the table; the answer's JSON. A table with another key gives another token: then it is asked
// once more with that one, so that nothing is lost.
async function post(url, body) {
  const asked = () => fetch(url, { method: "POST", headers: { "X-Token": token }, body });
  const known = token;
  let answer = await asked();
  if (answer.status === 403) {
    if (token === known) token = (await fetched()).querySelector("meta[name=token]")?.content ?? token;
    if (token !== known) answer = await asked();
  }
  if (answer.status === 401) location.assign("/enter");
  return answer.json();
}

function lost() {
  byId("link").textContent = t("The table does not answer. Trying again…");
  byId("link").className = "lost";
}

// A sentence in its place on the page, marked where something is wrong.
function told(place, sentence, wrong) {
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

async function submitted(form, button) {
  if (button) button.setAttribute("aria-busy", "true");
  form.dataset.sending = "";
  let renews = false;
  try {
    const fields = new URLSearchParams(new FormData(form, button));
    const answer = await post(form.dataset.post, fields);
    if (answer.done && form.dataset.go) return location.assign(form.dataset.go);
    if (answer.done && "again" in form.dataset) return location.reload();
    renews = answer.done && "renew" in form.dataset;
    said(form, answer.sentence, answer.done);
  } catch {
    lost();
  } finally {
    delete form.dataset.sending;
    if (button) button.removeAttribute("aria-busy");
  }
  if (renews) renew(); // the table's own word may have come while the form was being sent
}

// The page as the table stands now, in place of what it showed; the focus stays where it was.
let renewing = false;
async function renew(stands) {
  const main = byId("main");
  if (renewing || document.querySelector("form[data-sending]")) return;
  renewing = true;
  try {
    const fresh = (await fetched()).getElementById("main");
    if (!fresh) return;
    const focused = main.contains(document.activeElement) && document.activeElement.id;
    main.replaceChildren(...fresh.children);
    main.dataset.stands = fresh.dataset.stands || stands;
    if (focused && byId(focused)) byId(focused).focus();
  } catch {
    lost();
  } finally {
    renewing = false;
  }
}

function follow(state) {
  if (state.language !== document.documentElement.lang) return location.reload();
  const main = byId("main");
  const score = byId("score");
  if (score && score.textContent !== state.standing) score.textContent = state.standing;
  if ("stands" in main.dataset && main.dataset.stands !== state.stands) renew(state.stands);
  document.dispatchEvent(new CustomEvent("table", { detail: state }));
}

function listen() {
  const changes = new EventSource("/api/changes");
  changes.onopen = () => {
    byId("link").textContent = "";
    byId("link").className = "";
    document.dispatchEvent(new Event("linked"));
  };
  changes.onmessage = (message) => follow(JSON.parse(message.data));
  changes.onerror = () => {
    lost();
    // a refusal, such as a table's that is being switched off, ends it; of one that is gone a browser asks by itself
    if (changes.readyState === EventSource.CLOSED) setTimeout(() => fetched().catch(lost).finally(listen), SOON);
  };
}

submit = submitted;
for (const [form, button] of unsent) submitted(form, button);
if (byId("language")) {
  byId("language").addEventListener("change", (event) => post(`/api/language/${event.target.value}`).catch(lost));
}
document.addEventListener("DOMContentLoaded", listen);
