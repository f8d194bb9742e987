// A form is sent once, however often its button is pressed before the answer comes.

let sent = new WeakSet();

document.addEventListener("submit", (event) => {
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
});

// Whoever comes back to a page that the browser has kept may send it again.
addEventListener("pageshow", (event) => {
  if (event.persisted) sent = new WeakSet();
});
