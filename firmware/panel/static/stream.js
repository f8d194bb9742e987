// What the table tells a page that stays open, and the page as the table makes it now.

export const SOON = 3000; // milliseconds until a table that did not answer is asked again

// This page anew. A pass that is no longer good leads to the entrance, and so does a page that is for others now.
export async function fetched() {
  const answer = await fetch(location.href);
  if (answer.status === 403) location.reload();
  if (answer.redirected && new URL(answer.url).pathname === "/enter") location.assign("/enter");
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// Whether a page is of another release than this one, whose script may not fit what the table tells.
const version = (page) => page.querySelector("meta[name=version]")?.content;
export const isOfAnother = (page) => Boolean(version(page)) && version(page) !== version(document);

// Hears all that comes from an address. `found` is called whenever the table answers, `lost` whenever it does not.
export function listen(address, found, heard, lost) {
  const stream = new EventSource(address);
  stream.onopen = found;
  stream.onmessage = (message) => heard(JSON.parse(message.data));
  stream.onerror = () => {
    lost();
    if (stream.readyState !== EventSource.CLOSED) return; // of a table that is gone a browser asks by itself
    // a refusal, such as a table's that is being switched off, ends it
    setTimeout(() => fetched().catch(lost).finally(() => listen(address, found, heard, lost)), SOON);
  };
}
