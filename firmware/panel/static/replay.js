"use strict";
// The hands again: one hand at a time, moment by moment or by itself. It needs nothing else, as it also runs in a file
// of its own, which has all of them; a page has those of one game, and the address of a hand leads to the page with it.
{
  const PACE = 1500; // milliseconds that a moment stands while it runs
  const END = 999999; // a hand's last moment, whichever it is
  const RUNS = "!"; // behind an address: it goes on by itself there
  const stage = document.querySelector(".stage");
  const one = (which) => stage.querySelector(which);
  const hands = [...document.querySelectorAll(".again")];
  const numbers = [...document.querySelectorAll("#which option")].map((option) => option.value);
  const moments = (place) => hands[place].querySelectorAll(".happened li");
  let hand = 0;
  let moment = 0;
  let running = 0;

  function show() {
    const now = moments(hand)[moment];
    hands.forEach((other, place) => other.classList.toggle("here", place === hand));
    moments(hand).forEach((other, place) => {
      other.classList.toggle("later", place > moment);
      if (place === moment) other.setAttribute("aria-current", "step");
      else other.removeAttribute("aria-current");
    });
    const list = now.parentElement;
    list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
    for (const seat of hands[hand].querySelectorAll("[data-seat]")) {
      seat.classList.toggle("speaks", now.dataset.who.includes(seat.dataset.seat));
    }
    for (const [team, tantos] of [["NS", now.dataset.ns], ["EW", now.dataset.ew]]) {
      one(`[data-score=${team}]`).textContent = tantos;
    }
    const odds = now.dataset.odds;
    one(".balance").classList.toggle("none", odds === undefined);
    one(".balance .ns").setAttribute("width", odds || 0);
    for (const [team, number] of [["NS", odds], ["EW", 100 - odds]]) {
      one(`[data-odds=${team}]`).textContent = odds === undefined ? "–" : stage.dataset.percent.replace("#", number);
    }
    for (const slot of stage.querySelectorAll(".slot")) slot.classList.toggle("here", slot.dataset.hand === hands[hand].id);
    one("#which").value = hands[hand].id;
    const first = !beside(-1);
    const last = !beside(1);
    one("#hand-before").disabled = first;
    one("#hand-after").disabled = last;
    one("#step-back").disabled = first && !moment;
    one("#step-on").disabled = last && moment === moments(hand).length - 1;
    one("#now").textContent = [...now.children].map((part) => part.textContent.trim()).join(" · ");
  }

  // The number of the hand that is so many behind the one that is shown, if there is one.
  function beside(by) {
    return numbers[numbers.indexOf(hands[hand].id) + by];
  }

  function address(number, at) {
    return `${"paged" in stage.dataset ? `?hand=${number}` : ""}#${number}${at ? `.${at}` : ""}`;
  }

  function go(number, at) {
    const there = hands.findIndex((other) => other.id === number);
    if (there < 0) return location.replace(address(number, at) + (running ? RUNS : ""));
    hand = there;
    moment = Math.max(0, Math.min(at, moments(hand).length - 1));
    show();
    try { // the address leads to this very moment; where a browser keeps a file's from being changed it stays
      history.replaceState(null, "", address(number, moment));
    } catch {
      // then a link leads to the hand
    }
    return undefined;
  }

  function on() {
    if (moment + 1 < moments(hand).length) return go(hands[hand].id, moment + 1);
    if (beside(1)) return go(beside(1), 0);
    return run(false);
  }

  function back() {
    if (moment) go(hands[hand].id, moment - 1);
    else if (beside(-1)) go(beside(-1), END);
  }

  function run(wanted) {
    clearInterval(running);
    running = wanted ? setInterval(on, PACE) : 0;
    const button = one("#play");
    button.classList.toggle("runs", wanted);
    button.querySelector("span").textContent = wanted ? button.dataset.stop : button.dataset.play;
  }

  // The address names a hand by its number, and a moment of it behind a point.
  function named() {
    const [, number, at, runs] = /^#(\d{1,6})(?:\.(\d{1,6}))?(!?)$/.exec(location.hash) || [];
    if (!numbers.includes(number)) return false;
    run(false);
    go(number, Number(at || 0));
    if (runs) run(true);
    return true;
  }

  function by(step) {
    run(false);
    step();
  }

  if (hands.length) {
    document.body.classList.add("replaying");
    one("#step-on").addEventListener("click", () => by(on));
    one("#step-back").addEventListener("click", () => by(back));
    one("#hand-before").addEventListener("click", () => by(() => go(beside(-1), 0)));
    one("#hand-after").addEventListener("click", () => by(() => go(beside(1), 0)));
    one("#play").addEventListener("click", () => {
      const ended = !beside(1) && moment === moments(hand).length - 1;
      if (!running && ended) go(hands[0].id, 0);
      run(!running);
    });
    one("#which").addEventListener("change", (event) => by(() => go(event.target.value, 0)));
    stage.addEventListener("keydown", (event) => {
      if (event.target.matches("select") || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { ArrowRight: on, ArrowLeft: back }[event.key];
      if (!step) return;
      event.preventDefault();
      by(step);
    });
    for (const slot of stage.querySelectorAll(".slot")) {
      slot.addEventListener("click", () => by(() => go(slot.dataset.hand, 0)));
    }
    document.addEventListener("click", (event) => {
      if (!event.target.matches("a.to-hand")) return;
      event.preventDefault();
      by(() => go(event.target.dataset.hand, 0));
      stage.scrollIntoView();
      one("#play").focus({ preventScroll: true });
    });
    addEventListener("hashchange", named);
    run(false);
    if (!named()) show();
  }
}
