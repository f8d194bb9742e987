// What the table tells a page that stays open, and the page as the table makes it now.

import { within } from "./asking.js";

export const SOON = 3000; // milliseconds until a table that did not answer is asked again
export const PATIENCE = 60_000; // until no answer is expected: on the slowest box a reading takes ten seconds
const SILENCE = 15_000; // until a table has gone that says every five seconds that it is there

// This page anew. A pass that is no longer good leads to the entrance, and so does a page that is for others now.
export async function fetched() {
  const answer = await fetch(location.href, { signal: within(PATIENCE) });
  if (answer.status === 403) location.reload();
  if (answer.redirected && new URL(answer.url).pathname === "/enter") location.assign("/enter");
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// Whether a page is of another release than this one, whose script may not fit what the table tells.
const version = (page) => page.querySelector("meta[name=version]")?.content;
export const isOfAnother = (page) => Boolean(version(page)) && version(page) !== version(document);

// Hears all that comes from an address, until what it returns is called. `found` is called whenever the table answers,
// `lost` whenever it does not.
export function listen(address, found, heard, lost) {
  const over = new AbortController();
  const again = async () => {
    const refused = await hear(address, found, heard, over.signal).catch(() => false); // no network, or nobody there
    if (over.signal.aborted) return;
    lost();
    setTimeout(async () => {
      if (refused) await fetched().catch(lost); // it was being switched off, or this page is not for its visitor any more
      if (!over.signal.aborted) again();
    }, SOON);
  };
  again();
  return () => over.abort();
}

// Hears the stream as long as it lasts: until the table ends it, or says nothing more, or it is over for this page.
// Whether it was refused.
async function hear(address, found, heard, over) {
  const ends = new AbortController();
  const end = () => ends.abort();
  over.addEventListener("abort", end);
  let silence = setTimeout(end, SILENCE);
  try {
    const answer = await fetch(address, { signal: ends.signal });
    if (!answer.ok) return true;
    found();
    const texts = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ;) {
      const { done, value } = await texts.read();
      if (done) return false;
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE);
      const told = (rest + value).split("\n\n");
      rest = told.pop();
      for (const one of told) if (one.startsWith("data: ")) queueMicrotask(() => heard(JSON.parse(one.slice(6))));
    }
  } finally {
    clearTimeout(silence);
    over.removeEventListener("abort", end);
  }
}
