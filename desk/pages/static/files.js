// A file that somebody chooses is put where its text could be typed.

document.addEventListener("change", async (event) => {
  const into = event.target.dataset.into;
  if (!into || !event.target.files.length) return;
  event.target.form.elements[into].value = await event.target.files[0].text();
});
