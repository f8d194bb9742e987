"use strict";
// What every script begins with: the page's elements, and its texts in the table's language.

const byId = (id) => document.getElementById(id);
let texts = JSON.parse(byId("texts").textContent);

// A text in the table's language, with the values for the names in braces.
function t(text, values = {}) {
  return (texts[text] || text).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// What is called at the table, in its language.
const words = () => ({
  rounds: { handia: t("handia"), txikia: t("txikia"), pareak: t("pareak"), jokoa: t("jokoa"), puntua: t("puntua") },
  calls: {
    envido: t("envido"), gehiago: t("gehiago"), hordago: t("hordago"), iduki: t("iduki"), kanta: t("kanta"),
    tira: t("tira"), paso: t("paso"),
  },
  ofSuits: { o: t("of oros"), c: t("of copas"), e: t("of espadas"), b: t("of bastos") },
});

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
