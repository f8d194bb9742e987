// A form is sent once, however often its button is pressed before the answer comes.

const PATIENCE = 10_000; // milliseconds, after which it may be sent again: the network may have lost it
const sent = new Set();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (sent.has(form)) return event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), PATIENCE);
});

// Whoever comes back to a page that the browser has kept may send it again.
addEventListener("pageshow", () => sent.clear());
