// The page as the tournament stands now: asked for every few seconds, fetched anew when something was said.

const SECONDS = 5;
let asking = false;

const main = () => document.getElementById("main");

// Whether somebody is at work in a form: then nothing may change under their hands.
function writing() {
  const fields = main().querySelectorAll("input:not([type=hidden]), select, textarea");
  const changed = (one) => (one.type === "checkbox" ? one.checked !== one.defaultChecked
    : one.tagName === "SELECT" ? [...one.options].some((o) => o.selected !== o.defaultSelected && [...one.options].some((p) => p.defaultSelected))
    : one.value !== one.defaultValue);
  return main().contains(document.activeElement) && document.activeElement.matches("input, select, textarea")
    || [...fields].some(changed) || main().querySelector("details[open]");
}

async function renew() {
  if (asking || document.hidden || !main().dataset.ask || writing()) return;
  asking = true;
  try {
    const { stands } = await (await fetch(main().dataset.ask)).json();
    if (String(stands) === main().dataset.stands) return;
    const answer = await fetch(location.href);
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
    if (!fresh || writing()) return;
    main().replaceChildren(...fresh.childNodes);
    main().dataset.stands = stands;
    since = performance.now();
  } catch {
    // the network comes back, and so does the page
  } finally {
    asking = false;
  }
}

// The clock's seconds between two looks at the desk.
let since = performance.now();
function tick() {
  for (const clock of document.querySelectorAll(".clock[data-running]")) {
    const passed = (performance.now() - since) / 1000;
    const begins = Number(clock.dataset.begins);
    const left = Math.max(0, Math.floor((begins || Number(clock.dataset.left)) - passed));
    clock.querySelector("b").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (begins && !left) main().dataset.stands = "";
  }
}

setInterval(renew, SECONDS * 1000);
setInterval(tick, 1000);
document.addEventListener("visibilitychange", renew);
