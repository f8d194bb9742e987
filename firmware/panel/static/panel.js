"use strict";
// The page shows what the table says: the state comes over one stream, and every press is the table's to judge.

const byId = (id) => document.getElementById(id);
const buttons = [...document.querySelectorAll("[data-button]")];
const byKey = new Map(buttons.map((button) => [button.dataset.key.toLowerCase(), button]));
const TEAMS = { NS: "N-S", EW: "E-W" };
const SEATS = { N: "North", W: "West", S: "South", E: "East" };
const SUITS = { o: "oros", c: "copas", e: "espadas", b: "bastos" };
const ROUNDS = ["handia", "txikia", "pareak", "jokoa"];
const WHY = { tira: "refused", iduki: "accepted", paso: "all passed", worth: "worth", negada: "negada" };
let shownPicture = "";
let version = -1;
let live = false;
let busy = false;
let sending = Promise.resolve();

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Presses are sent one after the other: sent together they could arrive in another order. Behind a reading nothing
// waits, so that what is pressed meanwhile is refused at once and does not happen when the marks are up.
function press(button) {
  sending = busy ? send(button) : sending.then(() => send(button));
}

async function send(button) {
  button.classList.add("down");
  try {
    const answer = await fetch(`/api/press/${button.dataset.button}`, { method: "POST" });
    const said = await answer.json();
    if (said.state) show(said.state);
    if (said.sentence && !(said.state && said.state.notice)) speak(said.sentence, true);
  } catch {
    lost();
  } finally {
    button.classList.remove("down");
  }
}

function speak(sentence, notice) {
  const spoken = byId("spoken");
  if (spoken.textContent !== sentence) spoken.textContent = sentence;
  spoken.classList.toggle("notice", Boolean(notice));
}

function show(state) {
  if (state.version < version) return;
  version = state.version;
  busy = state.busy;
  byId("display").src = `/display.png?v=${state.version}`;
  byId("display").alt = `Display: ${state.display}`;
  speak(state.display, Boolean(state.notice));
  byId("rules").textContent = `Rules: ${state.rules}, to ${state.target}`;
  byId("picture-name").textContent = state.picture ? state.picture.name : "";
  for (const button of buttons) {
    const refusal = state.buttons[button.dataset.button];
    button.setAttribute("aria-disabled", refusal === null ? "false" : "true");
  }
  showPicture(state);
  showRounds(state);
  showLast(state.last);
}

function showPicture(state) {
  const picture = byId("picture");
  live = Boolean(state.picture && state.picture.live);
  const wanted = state.picture ? `${state.deal}/${state.picture.name}/${state.picture.read}/${state.doubts.length}` : "";
  if (wanted === shownPicture) return;
  shownPicture = wanted;
  if (!wanted) return noPicture("There is no picture on the table.");
  picture.onerror = () => noPicture("This picture cannot be shown.");
  picture.onload = () => { picture.hidden = false; byId("no-picture").hidden = true; };
  picture.alt = state.picture.read ? "The table from above, every card outlined and named" : "The table from above";
  picture.src = `/picture.jpg?v=${encodeURIComponent(wanted)}`;
}

function look() {
  if (live && !document.hidden) byId("picture").src = `/picture.jpg?at=${Date.now()}`;
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
    const over = state.round === null;
    const now = state.round === name || (fourth && state.round === "puntua");
    const calls = state.calls[name] || (fourth && state.calls.puntua) || null;
    const item = element("li", now ? { class: "now", "aria-current": "step" } : {});
    item.append(element("b", {}, fourth ? "jokoa / puntua" : name));
    if (calls && calls.length) {
      for (const call of calls) {
        const [team, ...words] = call.split(" ");
        item.append(element("span", { class: team }, `${TEAMS[team] || team} ${words.join(" ")}`));
      }
    } else if (calls || over) {
      item.append(element("span", {}, "passed"));
    }
    return item;
  }));
}

function card(name) {
  const suit = name.slice(-1);
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  shape.setAttribute("class", suit);
  shape.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#suit-${suit}`);
  shape.append(use);
  return element("span", { class: "card", role: "img", "aria-label": `${name.slice(0, -1)} of ${SUITS[suit]}` }, name.slice(0, -1), shape);
}

function showLast(last) {
  if (!last) return byId("last").replaceChildren(element("p", { class: "quiet" }, "No hand has been finished yet."));
  const { record, result } = last;
  const hands = Object.entries(record.cards).map(([seat, cards]) => element("li", {},
    element("b", { class: seat === "N" || seat === "S" ? "NS" : "EW" }, SEATS[seat] + (seat === record.esku ? " · esku" : "")),
    element("span", { class: "cards" }, ...cards.map(card))));
  const rows = result.tantos.map((mark) => element("tr", {},
    element("td", {}, mark.round), element("td", {}, WHY[mark.why] || mark.why),
    element("td", { class: mark.team }, TEAMS[mark.team]), element("td", {}, `+${mark.tantos}`)));
  if (!rows.length) rows.push(element("tr", {}, element("td", { colspan: "4" }, "Nothing was marked.")));
  const heads = ["Round", "Why", "Team", "Tantos"].map((name) => element("th", { scope: "col" }, name));
  const table = element("table", {},
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
    element("tfoot", {}, element("tr", {}, element("td", { colspan: "3" }, "Score"),
      element("td", {}, `N-S ${result.score.NS} · E-W ${result.score.EW}`))));
  const parts = hands.length ? [element("ul", { class: "hands" }, ...hands), table] : [table];
  if (record.confirmed) parts.push(element("p", { class: "judge" }, `Confirmed by the players: ${record.confirmed.join("; ")}`));
  if (record.struck) parts.push(element("p", { class: "judge" }, `Struck: ${Object.entries(record.struck).map(([round, calls]) => `${round} (${calls.join(", ")})`).join("; ")}`));
  if (result.judge) parts.push(element("p", { class: "judge" }, `For the judge: ${result.judge.why}`));
  if (result.winner) parts.push(element("p", { class: "judge" }, `${TEAMS[result.winner]} won the mantxa${result.ended_by === "hordago" ? " by hordago" : ""}.`));
  byId("last").replaceChildren(...parts);
}

function lost() {
  byId("link").textContent = "The table does not answer. Trying again…";
  byId("link").className = "lost";
}

function listen() {
  const changes = new EventSource("/api/events");
  changes.onopen = () => { byId("link").textContent = ""; byId("link").className = ""; version = -1; };
  changes.onmessage = (message) => show(JSON.parse(message.data));
  changes.onerror = lost;
}

for (const button of buttons) {
  button.setAttribute("aria-keyshortcuts", button.dataset.key);
  button.addEventListener("click", () => press(button));
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const onButton = event.target.closest && event.target.closest("button, a, input");
  if (onButton && (event.key === "Enter" || event.key === " ")) return;
  const button = byKey.get((event.key === "Escape" ? "Backspace" : event.key).toLowerCase());
  if (button) {
    event.preventDefault();
    press(button);
  }
});
listen();
setInterval(look, 2000);
