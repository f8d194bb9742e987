// What is fresh around what stays of a page: forms that somebody is at work in, and all that they stand in.

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

// Puts what is fresh around what stays.
export function put(old, fresh, stays) {
  let at = old.firstChild;
  for (const one of [...fresh.childNodes]) {
    const mine = stays.get(one);
    if (mine?.parentNode !== old) { // where nothing stays, or what stays is gone: forms may change their order
      old.insertBefore(one, at);
      continue;
    }
    while (at !== mine) at = after(at);
    at = mine.nextSibling;
    if (!mine.matches("form, [role=alert]")) put(mine, one, stays);
  }
  while (at) at = after(at);
}

// What comes behind a node, which goes.
function after(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
