// The picture of a hand may be gone: then the sentence that stands behind it is shown. What the hands were worth takes a
// moment to work out, and comes once the rest is there.

function seen() {
  const picture = document.querySelector(".hand-picture img");
  if (!picture) return;
  const gone = () => picture.parentElement.classList.add("gone");
  if (picture.complete && !picture.naturalWidth) gone();
  picture.addEventListener("error", gone);
}

async function worked() {
  const section = document.querySelector(".worth[data-fetch]");
  if (!section) return;
  const address = section.dataset.fetch;
  delete section.dataset.fetch;
  const answer = await fetch(address).catch(() => null);
  if (!answer || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.querySelector(".worth");
  if (found) section.replaceChildren(...found.childNodes);
}

function shown() {
  seen();
  worked();
}

shown();
document.addEventListener("renewed", shown);
