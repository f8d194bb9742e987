"use strict";
// Replicas card by card: what is to be laid next stands there big, until it is done. It needs nothing else, as it also
// runs in a file of its own.
{
  const one = (which) => document.querySelector(which);
  const replicas = [...document.querySelectorAll(".replica")];
  const steps = (place) => [...replicas[place].querySelectorAll(".step")];
  let replica = 0;
  let step = 0;

  function show() {
    const all = steps(replica);
    const now = all[step];
    const pack = now.closest(".pack");
    for (const other of document.querySelectorAll(".replica, .pack, .step")) {
      other.classList.toggle("now", other === replicas[replica] || other === pack || other === now);
    }
    one("#which").selectedIndex = replica;
    one("#step-back").disabled = !replica && !step;
    const ready = step === all.length - 1;
    one("#again").hidden = !ready;
    one("#step-on").disabled = ready && replica === replicas.length - 1;
    const card = now.querySelector(".card");
    const place = card ? [...now.parentElement.children].indexOf(now) + 1 : 0;
    one("#now").textContent = card ? `${pack.querySelector("h4").textContent} · ${place} / ${now.parentElement.children.length} · ${card.ariaLabel}` : "";
  }

  function go(toReplica, toStep) {
    replica = Math.max(0, Math.min(toReplica, replicas.length - 1));
    step = Math.max(0, Math.min(toStep, steps(replica).length - 1));
    show();
    try { // the address keeps the place for a phone that was put away; some browsers do not let a file change its own
      history.replaceState(null, "", `#${replicas[replica].id}.${step + 1}`);
    } catch {
      // then it begins with the first
    }
  }

  const on = () => (step + 1 < steps(replica).length ? go(replica, step + 1) : go(replica + 1, 0));
  const back = () => (step || !replica ? go(replica, step - 1) : go(replica - 1, Infinity));

  // The address names a jugada by its number, and a step of it behind a point.
  function named() {
    const [, number, at] = /^#(\d{4})(?:\.(\d{1,2}))?$/.exec(location.hash) || [];
    go(replicas.findIndex((other) => other.id === number), Number(at || 1) - 1);
  }

  document.body.classList.add("laying");
  one("#step-on").addEventListener("click", on);
  one("#step-back").addEventListener("click", back);
  one("#again").addEventListener("click", () => go(replica, 0));
  one("#which").addEventListener("change", (event) => go(event.target.selectedIndex, 0));
  document.addEventListener("keydown", (event) => {
    const way = { ArrowRight: on, ArrowLeft: back }[event.key];
    if (!way || event.target.matches("select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (one(way === on ? "#step-on" : "#step-back").disabled) return;
    event.preventDefault();
    way();
  });
  addEventListener("hashchange", named);
  named();
}
