"use strict";
// Loaded before the page is shown: a form that is sent before the rest is there waits for it.

const unsent = [];
let submit = (form, button) => unsent.push([form, button]);

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-post]")) return;
  event.preventDefault();
  submit(event.target, event.submitter);
});
