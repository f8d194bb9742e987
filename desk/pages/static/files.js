// A file that somebody chooses is put where its text could be typed.

document.addEventListener("change", async (event) => {
  const into = event.target.dataset.into;
  if (!into || !event.target.files.length) return;
  event.target.form.elements[into].value = text(await event.target.files[0].arrayBuffer());
});

// Spreadsheets in Western Europe save what is not UTF-8 as Windows-1252.
function text(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
