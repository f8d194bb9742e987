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
// `lost` whenever it does not. `beats`: the stream also says all the while that the table is there, and is lost without.
export function listen(address, found, heard, lost, beats = false) {
  let stream;
  let silence;
  let over = false;
  const close = () => {
    stream.close();
    clearTimeout(silence);
  };
  const again = (asking) => {
    close();
    lost();
    setTimeout(async () => {
      if (!over) await asking().catch(lost);
      if (!over) open();
    }, SOON);
  };
  const wait = () => {
    clearTimeout(silence);
    if (beats) silence = setTimeout(again, SILENCE, async () => {});
  };
  const open = () => {
    stream = new EventSource(address);
    stream.onopen = () => {
      wait();
      found();
    };
    stream.onmessage = (message) => {
      wait();
      heard(JSON.parse(message.data));
    };
    stream.addEventListener("here", wait);
    stream.onerror = () => {
      // A refusal ends it: the table is being switched off, or this page is not for its visitor any more.
      if (stream.readyState === EventSource.CLOSED) return again(fetched);
      clearTimeout(silence); // of a table that is gone a browser asks by itself
      lost();
    };
  };
  open();
  return () => {
    over = true;
    close();
  };
}
