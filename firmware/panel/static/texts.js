// What every script begins with: the page's elements, and its texts in the table's language.

export const byId = (id) => document.getElementById(id);
let texts;

// From now on in the language of that page.
export function retold(page) {
  texts = JSON.parse(page.getElementById("texts").textContent);
}

retold(document);

// A text in the table's language, with the values for the names in braces.
export function t(text, values = {}) {
  return (texts[text] || text).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// What is called at the table, in its language.
export const words = () => ({
  rounds: { handia: t("handia"), txikia: t("txikia"), pareak: t("pareak"), jokoa: t("jokoa"), puntua: t("puntua") },
  calls: {
    envido: t("envido"), gehiago: t("gehiago"), hordago: t("hordago"), iduki: t("iduki"), kanta: t("kanta"),
    tira: t("tira"), paso: t("paso"),
  },
});

// A card of a record as far as it is known, and what it is called.
export function known(name, record) {
  const [rank, suit] = [name.slice(0, -1), name.slice(-1)];
  if ((record.unsure_cards || []).includes(name)) return { label: t("a card that nobody knows") };
  if ((record.unsure_suits || []).includes(name)) return { label: t("{rank} of a suit that nobody knows", { rank }), rank };
  const ofSuits = { o: t("of oros"), c: t("of copas"), e: t("of espadas"), b: t("of bastos") };
  return { label: t("{rank} {of_suit}", { rank, of_suit: ofSuits[suit] }), rank, suit };
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
