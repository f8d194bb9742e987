"use strict";
// The wall: a leaf after the other, fetched anew when something was said; the clock goes on meanwhile.

const LEAF = 9;
const LOOK = 3;
let shown = 0;
let since = performance.now();

const main = document.getElementById("main");

function turn(by = 0) {
  const leaves = [...main.querySelectorAll(".leaf")];
  shown = leaves.length ? (shown + by) % leaves.length : 0;
  leaves.forEach((leaf, number) => leaf.classList.toggle("shown", number === shown));
}

async function look() {
  try {
    const { stands } = await (await fetch(main.dataset.ask)).json();
    if (String(stands) === main.dataset.stands) return;
    const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html").getElementById("main");
    main.replaceChildren(...fresh.childNodes);
    main.dataset.stands = stands;
    since = performance.now();
    turn();
  } catch {
    // the network comes back, and so does the wall
  }
}

function tick() {
  const clock = main.querySelector(".clock[data-running]");
  if (!clock) return;
  const begins = Number(clock.dataset.begins);
  const left = Math.max(0, Math.floor((begins || Number(clock.dataset.left)) - (performance.now() - since) / 1000));
  clock.querySelector("b").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (begins && !left) main.dataset.stands = "";
}

main.classList.add("turning");
turn();
setInterval(() => turn(1), LEAF * 1000);
setInterval(look, LOOK * 1000);
setInterval(tick, 1000);
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === " ") turn(1);
  if (event.key === "f") document.documentElement.requestFullscreen();
});
