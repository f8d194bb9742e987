// What is fresh around what stays of a page: forms that somebody is at work in, and all that they stand in; and the focus.

// From an element up to the page's main part.
function way(one) {
  const found = [one];
  while (found.at(-1).id !== "main") found.push(found.at(-1).parentElement);
  return found;
}

// Has a form stay in the place of the fresh one that is the same: `stays` has both, and all that they stand in, by what
// is fresh. Whether it can: both stand in the same.
export function stay(form, same, stays) {
  const [mine, its] = [form, same].map(way);
  const fits = mine.map((one) => one.tagName).join() === its.map((one) => one.tagName).join();
  if (fits) mine.forEach((one, number) => stays.set(its[number], one));
  return fits;
}

// What tells one from others that can be focused: where it leads or what it is called, and what it sends or unfolds.
export const called = (one) => one.id || [
  one.tagName, one.getAttribute("href") ?? one.getAttribute("aria-label") ?? one.textContent, one.name, one.value,
  (one.form ?? one.nextElementSibling)?.getAttribute("action"),
].join(" ");

// Puts what is fresh around what stays. The focus stays on what is the same there. What was scrolled sideways stays so.
export function put(old, fresh, stays) {
  const held = document.activeElement, its = called(held), scrolls = "[tabindex]";
  const scrolled = new Map([...old.querySelectorAll(scrolls)].map((one) => [called(one), one.scrollLeft]));
  around(old, fresh, stays);
  for (const one of old.querySelectorAll(scrolls)) one.scrollLeft = scrolled.get(called(one));
  if (held.isConnected) return;
  [...old.querySelectorAll(held.tagName)].find((one) => called(one) === its)?.focus({ preventScroll: true });
}

function around(old, fresh, stays) {
  let at = old.firstChild;
  for (const one of [...fresh.childNodes]) {
    const mine = stays.get(one);
    if (mine?.parentNode !== old) { // where nothing stays, or what stays is gone: forms may change their order
      old.insertBefore(one, at);
      continue;
    }
    while (at !== mine) at = after(at);
    at = mine.nextSibling;
    if (!mine.matches("form, [role=alert]")) around(mine, one, stays);
  }
  while (at) at = after(at);
}

// What comes behind a node, which goes.
function after(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
