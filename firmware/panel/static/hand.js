"use strict";
// The picture of a hand may be gone: then the sentence that stands behind it is shown.

function seen() {
  const picture = document.querySelector(".hand-picture img");
  if (!picture) return;
  const gone = () => picture.parentElement.classList.add("gone");
  if (picture.complete && !picture.naturalWidth) gone();
  picture.addEventListener("error", gone);
}

seen();
new MutationObserver(seen).observe(document.getElementById("main"), { childList: true });
