// How long a page waits for what it asks for.

// A signal that gives it up after so many milliseconds. AbortSignal.timeout is younger than phones that still come in.
export function within(milliseconds) {
  const over = new AbortController();
  setTimeout(() => over.abort(), milliseconds);
  return over.signal;
}
