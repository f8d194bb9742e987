// The table's own page shows what the table says, and every press is the table's to judge.

import { post, UNANSWERED } from "./frame.js";
import { fetched, SOON } from "./stream.js";
import { byId, element, t, words } from "./texts.js";

const buttons = [...document.querySelectorAll("[data-button]")];
const byKey = new Map(buttons.map((button) => [button.dataset.key.toLowerCase(), button]));
const { rounds: NAMES, calls: CALLS } = words();
const ROUNDS = ["handia", "txikia", "pareak", "jokoa"];
const HOLD = 1200; // milliseconds, as on the box
const STANDS = 8000; // milliseconds that a sentence stands, as on the box
let shownPicture = null; // nothing is said of it yet
let shownLast = byId("last").dataset.stands;
let found = 0; // how often the table was found: a new start of it counts its versions anew, and names its pictures again
let version = -1;
let latest = { display: "", notice: null }; // what the table said last
let own = ""; // what became of a press of this page's own
let ownEnds = 0;
let moment = ""; // in which the page shows the table: a press is meant for this one
let names = {}; // of teams, seats, and the buttons that a team bids with
let live = false;
let busy = false;
let sending = Promise.resolve();
let row = { waiting: 0 }; // presses that wait for each other, and the moment that the next of them is meant for

function call(said) {
  const [speaker, word, ...rest] = said.split(" ");
  return [names[speaker] || speaker, CALLS[word] || word, ...rest].join(" ");
}

// Presses are sent one after the other: sent together they could arrive in another order. Each is meant for what the
// one before it comes to, and is dropped where that is not known. Behind a reading nothing waits, so that what is
// pressed meanwhile is refused at once and does not happen when the marks are up.
function press(button, held = false) {
  if (busy) return send(button, held, { moment });
  if (!row.waiting || row.broken) row = { moment, waiting: 0, broken: false };
  const joined = row;
  joined.waiting += 1;
  sending = sending.then(() => joined.broken || send(button, held, joined)).finally(() => { joined.waiting -= 1; });
}

// A button is held as on the box: the press comes first, and what holding means after it.
function hold(button) {
  press(button);
  press(button, true);
}

async function send(button, held, meant) {
  button.classList.add("down");
  tell("");
  try {
    const said = await post(`/api/press/${button.dataset.button}${held ? "?held" : ""}`, new URLSearchParams({ moment: meant.moment }));
    meant.moment = said.moment || meant.moment;
    meant.broken = said.overtaken;
    if (said.state) show(said.state);
    if (said.sentence && (said.overtaken || !(said.state && said.state.notice))) tell(said.sentence);
  } catch {
    meant.broken = true;
    tell(UNANSWERED);
  } finally {
    button.classList.remove("down");
  }
}

// A press of this page's own that did nothing: whatever the others go on with, that stands in front until it was read.
function tell(sentence) {
  own = sentence;
  clearTimeout(ownEnds);
  if (own) ownEnds = setTimeout(tell, STANDS, "");
  speak();
}

function speak() {
  const spoken = byId("spoken");
  const sentence = own ? `${own} ${latest.display}` : latest.display;
  // a team's name is broken at no hyphen, and its tantos stay with it
  const parts = sentence.split(/([A-Z]-[A-Z](?: \d+)?)/);
  const whole = (part, place) => (place % 2 ? element("span", { class: "whole" }, part) : part);
  if (spoken.textContent !== sentence) spoken.replaceChildren(...parts.map(whole));
  spoken.classList.toggle("notice", Boolean(own || latest.notice));
}

function show(state) {
  if (state.version < version) return;
  version = state.version;
  latest = state;
  speak();
  moment = state.moment;
  busy = state.busy;
  if (busy) row = { waiting: 0 };
  names = state.names;
  byId("display").src = `/display.png?v=${found}-${state.version}`;
  byId("display").alt = t("Display: {text}", { text: state.display });
  const troubles = state.troubles.map((trouble) => trouble.sentence).join(" ");
  if (byId("troubles").textContent !== troubles) byId("troubles").textContent = troubles;
  byId("troubles").hidden = !troubles;
  byId("rules").textContent = t("Rules: {rules}, to {target}", { rules: names.rules, target: state.target });
  byId("picture-name").textContent = state.picture ? state.picture.name : "";
  for (const button of buttons) {
    const label = button.querySelector(".of-team");
    if (label) label.textContent = names[button.dataset.button];
    const refusal = state.buttons[button.dataset.button];
    button.setAttribute("aria-disabled", refusal === null ? "false" : "true");
    name(button, state.choices);
  }
  showDesk(state.desk);
  showPicture(state);
  showRounds(state);
  showLast(state.stands);
}

// The round's clock runs on between two words of the table.
let deskClock = null;
function tick() {
  const clock = deskClock;
  byId("desk-clock").hidden = byId("desk-juegos").hidden = !clock;
  if (!clock) return;
  const passed = clock.running ? (performance.now() - clock.at) / 1000 : 0;
  const seconds = Math.max(0, Math.round((clock.begins_in || clock.left) - passed));
  const [label, time] = byId("desk-clock").children;
  label.textContent = clock.begins_in ? t("begins in") : clock.running ? t("time left") : t("The clock is stopped");
  time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  byId("desk-clock").classList.toggle("last", clock.last);
  const told = [];
  if (clock.due && clock.left) told.push(t("juegos that should be done: {count}", { count: clock.due }));
  const [tantos, ...others] = clock.left ? clock.shortened : [];
  if (others.length) told.push(t("new juegos begin at 20, or 30 (federacion 36)"));
  else if (tantos) told.push(t("the last juego may begin at {tantos} (federacion 36)", { tantos }));
  byId("desk-juegos").textContent = told.join("; ");
  byId("desk-juegos").hidden = !told.length;
}

// The table in a tournament: its number, how its call to the judge stands, and what the players can do about that.
function showDesk(desk) {
  byId("desk").hidden = !desk;
  if (!desk) return;
  byId("desk-title").textContent = desk.title;
  if (byId("desk-told").textContent !== (desk.told || "")) byId("desk-told").textContent = desk.told || "";
  byId("desk-told").hidden = !desk.told;
  deskClock = desk.clock && { ...desk.clock, at: performance.now() };
  tick();
  if (!byId("desk-call")) return;
  byId("desk-call").hidden = desk.called;
  byId("desk-back").hidden = !desk.called;
}

// What a button chooses as the display shows it stands on it, below what is printed there.
function name(button, choices) {
  const chooses = (choices && choices[button.dataset.button]) || "";
  let shown = button.querySelector(".chooses");
  if (!shown) button.append(shown = element("span", { class: "chooses", "aria-hidden": "true" }));
  if (shown.textContent !== chooses) shown.textContent = chooses;
  button.classList.toggle("choosing-one", Boolean(chooses));
  if (chooses) button.setAttribute("aria-description", chooses);
  else button.removeAttribute("aria-description");
}

function showPicture(state) {
  const picture = byId("picture");
  live = Boolean(state.picture && state.picture.live);
  byId("outlining").hidden = !live;
  if (byId("phone")) byId("phone").hidden = state.live;
  const wanted = state.picture ? `${found}/${state.deal}/${state.picture.name}/${state.picture.read}/${state.doubts.length}` : "";
  if (wanted === shownPicture) return;
  shownPicture = wanted;
  if (!wanted) return noPicture(t("There is no picture on the table."));
  picture.onerror = () => noPicture(live ? t("The camera gives no picture now.") : t("This picture cannot be shown."));
  picture.onload = () => { picture.hidden = false; byId("no-picture").hidden = true; };
  picture.alt = state.picture.read ? t("The table from above, every card outlined and named") : t("The table from above");
  picture.src = `/picture.jpg?v=${encodeURIComponent(wanted)}${outlines()}`;
}

// A live picture is fetched anew while somebody looks at it; what looks like a card is sought for less often.
function outlines() {
  return live && byId("outlines").checked ? "&outlines" : "";
}

function look() {
  if (live && !document.hidden) byId("picture").src = `/picture.jpg?at=${Date.now()}${outlines()}`;
  setTimeout(look, outlines() ? 3000 : 2000);
}

function noPicture(why) {
  byId("picture").hidden = true;
  byId("no-picture").textContent = why;
  byId("no-picture").hidden = false;
}

function showRounds(state) {
  const list = byId("rounds");
  list.replaceChildren(...ROUNDS.map((name) => {
    const fourth = name === "jokoa";
    const now = state.round === name || (fourth && state.round === "puntua");
    const calls = state.calls[name] || (fourth && state.calls.puntua) || null;
    const item = element("li", now ? { class: "now", "aria-current": "step" } : {});
    item.append(element("b", {}, fourth ? `${NAMES.jokoa} / ${NAMES.puntua}` : NAMES[name]));
    if (calls && calls.length) {
      for (const said of calls) item.append(element("span", { class: said.split(" ")[0] }, call(said)));
    } else if (calls) {
      item.append(element("span", {}, t("passed")));
    }
    return item;
  }));
}

// The last hand is laid out by the server, as on its own page. A table that does not answer is asked again; an answer
// that comes behind a newer word shows nothing.
async function showLast(stands) {
  if (stands === shownLast) return;
  shownLast = stands;
  const laid = (await fetched().catch(() => null))?.getElementById("last");
  if (stands !== shownLast) return;
  if (laid) return byId("last").replaceChildren(...laid.childNodes);
  shownLast = "";
  setTimeout(() => showLast(latest.stands), SOON);
}

for (const button of buttons) {
  button.setAttribute("aria-keyshortcuts", button.dataset.key);
  let waiting = 0;
  let held = false;
  button.addEventListener("mousedown", (event) => { // it gets no focus: Enter would press it again, and not OK
    event.preventDefault();
    document.activeElement.blur();
  });
  button.addEventListener("pointerdown", () => {
    held = false;
    waiting = setTimeout(() => { held = true; hold(button); }, HOLD);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
    button.addEventListener(end, () => clearTimeout(waiting));
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch would open one
  button.addEventListener("click", () => { if (!held) press(button); held = false; });
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const on = (which) => event.target.closest && event.target.closest(which);
  if (on("input, select") || (on("button, a") && (event.key === "Enter" || event.key === " "))) return;
  const button = byKey.get((event.key === "Escape" ? "Backspace" : event.key).toLowerCase());
  if (button) {
    event.preventDefault();
    if (event.shiftKey) hold(button);
    else press(button);
  }
});
document.addEventListener("linked", () => {
  found += 1;
  version = -1;
});
document.addEventListener("table", (event) => show(event.detail));
try { // a browser may keep nothing, and say so loudly
  byId("outlines").checked = localStorage.getItem("outlines") !== "no";
  byId("outlines").addEventListener("change", (event) => localStorage.setItem("outlines", event.target.checked ? "yes" : "no"));
} catch {
  // then they are shown until they are unticked, on every visit
}
setTimeout(look, 2000);
setInterval(tick, 1000);
