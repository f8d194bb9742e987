// A file that somebody chooses is put where its text could be typed.

document.addEventListener("change", async (event) => {
  const into = event.target.dataset.into;
  if (!into || !event.target.files.length) return;
  event.target.form.elements[into].value = text(await event.target.files[0].arrayBuffer());
});

// What spreadsheets call Unicode text is UTF-16. In Western Europe they save what is no Unicode as Windows-1252.
const marked = { "255,254": "utf-16le", "254,255": "utf-16be" };

function text(bytes) {
  const encoding = marked[new Uint8Array(bytes.slice(0, 2))];
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
