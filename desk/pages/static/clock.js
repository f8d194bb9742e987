// The seconds of the rounds' clocks between two looks at the desk.

let since = performance.now();

export function looked() {
  since = performance.now();
}

setInterval(() => {
  for (const clock of document.querySelectorAll(".clock[data-running]")) {
    const begins = Number(clock.dataset.begins);
    const left = Math.max(0, Math.floor((begins || Number(clock.dataset.left)) - (performance.now() - since) / 1000));
    clock.querySelector("b").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (!left) document.getElementById("main").dataset.stands = "";
  }
}, 1000);
