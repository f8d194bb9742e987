// The wall: a section after the other, each as long as the screen is high, then the next leaf; fetched anew when something was said; the clocks go on meanwhile.

import { within } from "./asking.js";
import { looked } from "./clock.js";

const SECTION = 9;
const LOOK = 3;
const PATIENCE = 60_000; // milliseconds: a desk that is gone, or a network, may end no connection
let shown = 0;
let at = location.href;
let asking = 0;
let asked = Promise.resolve(false);

const main = document.getElementById("main");

// Shows the section that is so many behind the one shown; behind the last one the next leaf's first.
async function turn(by = 0) {
  let sections = main.querySelectorAll(".leaf");
  const ends = shown + by >= sections.length;
  if (ends && main.dataset.next && await inTurn(() => take(new URL(main.dataset.next, at).href))) {
    sections = main.querySelectorAll(".leaf");
    shown = 0;
  } else {
    shown = sections.length ? (shown + by) % sections.length : 0;
  }
  sections.forEach((section, number) => section.classList.toggle("shown", number === shown));
}

// A section that comes down to the address at the screen's foot, as of pairs with long names, goes on in one more behind
// it. A phone, which has the address below the lines, is scrolled.
function fit(section) {
  const lines = section.querySelector("ol, ul, tbody"), address = main.querySelector(".wall-address"), more = [];
  if (getComputedStyle(address).position !== "fixed") return;
  const end = address.getBoundingClientRect().top;
  section.classList.add("shown");
  while (lines?.children.length > 1 && section.getBoundingClientRect().bottom > end) {
    more.unshift(lines.lastElementChild);
    lines.lastElementChild.remove();
  }
  section.classList.remove("shown");
  if (!more.length) return;
  const rest = section.cloneNode(true);
  rest.querySelector("ol, ul, tbody").replaceChildren(...more);
  section.after(rest);
  fit(rest);
}

function fitAll() {
  const sections = main.querySelectorAll(".leaf");
  for (const one of sections) one.classList.remove("shown");
  sections.forEach(fit);
}

// Fetches a leaf; one that is there no longer is followed by the first.
async function take(address) {
  const answer = await fetch(address, { signal: within(PATIENCE) });
  if (answer.status === 404) at = location.origin + location.pathname;
  if (!answer.ok) return false;
  at = address;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  main.replaceChildren(...fresh.childNodes);
  Object.assign(main.dataset, fresh.dataset);
  fitAll();
  looked();
  return true;
}

// What is asked for comes one after the other; whether it came.
function inTurn(work) {
  asking += 1;
  asked = asked.then(work).catch(() => false).finally(() => { asking -= 1; }); // the network comes back, and so does the wall
  return asked;
}

async function look() {
  if (asking) return;
  const taken = await inTurn(async () => {
    const { stands } = await (await fetch(main.dataset.ask, { signal: within(PATIENCE) })).json();
    return String(stands) !== main.dataset.stands && take(at);
  });
  if (taken) turn();
}

main.classList.add("turning");
fitAll();
turn();
setInterval(() => turn(1), SECTION * 1000);
setInterval(look, LOOK * 1000);
addEventListener("resize", () => { fitAll(); turn(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === " ") turn(1);
  if (event.key === "f") document.documentElement.requestFullscreen();
});
