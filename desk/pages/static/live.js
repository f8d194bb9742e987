// The page as the tournament stands now: asked for every few seconds, fetched anew when something was said. A form that
// somebody is at work in stays as it is, and what is said above a refused one: all around them is new.

import { called, put, stay } from "./around.js";
import { within } from "./asking.js";
import { looked } from "./clock.js";

const SECONDS = 5;
const PATIENCE = 60_000; // milliseconds: a desk that is gone, or a network, may end no connection
const TYPED = "input:not([type=hidden]), select, textarea";
const language = document.documentElement.lang; // as the desk sent it: what translates pages writes its own there
let asking = false;

const main = () => document.getElementById("main");

// Whether somebody is at work in a form: then nothing in it may change under their hands.
function atWork(form) {
  const changed = (one) => (one.type === "checkbox" ? one.checked !== one.defaultChecked
    : one.tagName === "SELECT" ? [...one.options].some((o) => o.selected !== o.defaultSelected && [...one.options].some((p) => p.defaultSelected))
    : one.value !== one.defaultValue);
  return "refused" in form.dataset || form.matches(`:has(:is(${TYPED}):focus)`) || [...form.querySelectorAll(TYPED)].some(changed);
}

// What tells forms apart: where they are sent to, and what they send.
const sends = (form) => [form.getAttribute("action"), ...[...form.elements].map((one) => one.name)].join(" ");
const folds = (one) => called(one.querySelector("summary"));

// What stays on the page, by what stands in its place in the fresh one: forms in work, and all that they stand in.
function staying(fresh) {
  const stays = new Map();
  for (const form of [...main().querySelectorAll("form")].filter(atWork)) {
    const same = [...fresh.querySelectorAll("form")].find((one) => sends(one) === sends(form));
    if (!same || !stay(form, same, stays)) continue;
    const wrong = main().querySelector(":scope > [role=alert]");
    if ("refused" in form.dataset && wrong) stays.set(fresh.insertBefore(wrong.cloneNode(), fresh.firstChild), wrong);
  }
  return stays;
}

async function renew() {
  if (asking || document.hidden || !main().dataset.ask) return;
  asking = true;
  try {
    const { stands } = await (await fetch(main().dataset.ask, { signal: within(PATIENCE) })).json();
    if (String(stands) === main().dataset.stands) return;
    const answer = await fetch(main().dataset.at, { signal: within(PATIENCE) });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"), fresh = page.getElementById("main");
    if (!fresh) return;
    const retold = page.documentElement.lang !== language; // then navigation and foot must change, too
    if (retold && ![...main().querySelectorAll("form")].some(atWork)) return location.replace(main().dataset.at);
    document.title = page.title;
    const open = new Set([...main().querySelectorAll("details[open]")].map(folds));
    for (const one of fresh.querySelectorAll("details")) one.open ||= open.has(folds(one));
    put(main(), fresh, staying(fresh));
    main().dataset.stands = retold ? "" : stands;
    looked();
  } catch {
    // the network comes back, and so does the page
  } finally {
    asking = false;
  }
}

// Where a form was refused the address is that of the form: what is fetched, and read again, is the page.
if (main().dataset.at && main().dataset.at !== location.pathname + location.search) {
  history.replaceState(history.state, "", main().dataset.at);
}
setInterval(renew, SECONDS * 1000);
document.addEventListener("visibilitychange", renew);
