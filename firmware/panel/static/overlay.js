// For those who watch: all of it comes from /api/events, and is shown after the delay that the address asks for.

import { fetched, isOfAnother, listen } from "./stream.js";
import { byId, element, known, retold, t, words } from "./texts.js";

const main = byId("main");
const TEAMS = ["NS", "EW"];
const SUITS = ["o", "c", "e", "b"];
const RANKS = ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"];
let { rounds, calls } = words();

// The page as the table serves it in each language that it has told in. What comes late is shown in its own.
const pages = { [document.documentElement.lang]: Promise.resolve(document.cloneNode(true)) };

function learned(language) {
  pages[language] ??= fetched()
    .catch(() => document)
    .then((page) => {
      if (page.documentElement.lang !== language) delete pages[language];
      return page.getElementById("texts") ? page : document;
    });
  return pages[language];
}

function speak(page) {
  if (page.documentElement.lang === document.documentElement.lang) return;
  document.documentElement.lang = page.documentElement.lang;
  document.title = page.title;
  byId("last-title").textContent = page.getElementById("last-title").textContent;
  retold(page);
  ({ rounds, calls } = words());
}

function show(session) {
  byId("title").textContent = session.table ? t("Table {table}", { table: session.table }) : session.names.rules;
  for (const team of TEAMS) showTeam(team, session);
  showRounds(session);
  showHands(session);
  const said = told(session);
  if (byId("told").textContent !== said) byId("told").textContent = said;
  main.classList.toggle("shown", session.shown);
  byId("last-title").hidden = session.shown || !session.last;
  main.hidden = false;
}

function showTeam(team, session) {
  const plate = byId(`plate-${team}`);
  const [name, tantos, beans, mantxak, esku] = plate.children;
  const score = session.score[team];
  name.textContent = session.names[team] + (session.to_answer === team ? " ?" : "");
  tantos.textContent = score;
  const whole = Math.floor(score / 5);
  const places = Math.ceil(session.target / 5);
  const large = Array.from({ length: places }, (_, at) => element("i", { class: at < whole ? "bean" : "bean missing" }));
  const small = Array.from({ length: score % 5 }, () => element("i", { class: "stone" }));
  beans.replaceChildren(element("span", {}, ...large), element("span", { class: "loose" }, ...small));
  beans.setAttribute("aria-label", `${t("{count} hamarreko", { count: whole })}, ${t("Tantos")}: ${score}`);
  const cups = Array.from({ length: session.games_to_win }, (_, at) => element("i", { class: at < session.games[team] ? "cup" : "cup missing" }));
  const vacas = session.vacas ? [` ${t("vacas {vacas}", { vacas: session.vacas[team] })}`] : [];
  mantxak.replaceChildren(`${t("Mantxak")} `, session.games_to_win > 6 ? element("b", {}, `${session.games[team]}`) : element("span", { role: "img", "aria-label": `${session.games[team]}` }, ...cups), ...vacas);
  esku.hidden = !team.includes(session.esku);
  esku.replaceChildren(element("b", {}, t("esku")), ` ${session.names[session.esku]}`);
  plate.classList.toggle("asked", session.to_answer === team);
  plate.classList.toggle("won", session.match_winner === team || (session.shown && session.last.result.winner === team));
}

// The four rounds: what was called in each, by either team on its own side, and what was marked for it.
function showRounds(session) {
  const marks = session.shown ? session.last.result.tantos : session.marked;
  const heard = session.shown ? session.last.record.calls : session.calls;
  const named = session.shown && ["jokoa", "puntua"].find((round) => round in session.calls || marks.some((mark) => mark.round === round));
  const order = ["handia", "txikia", "pareak", named || "jokoa"];
  const now = order.indexOf(session.round);
  byId("rounds").replaceChildren(...order.map((round, place) => {
    const here = place === now;
    const item = element("li", here ? { class: "now", "aria-current": "step" } : {});
    const name = place === 3 && !named ? `${rounds.jokoa} / ${rounds.puntua}` : rounds[round];
    item.append(element("h3", {}, name));
    const said = heard[round] || [];
    for (const one of said.slice(-3)) item.append(call(one, session.names));
    if (!said.length && round in session.calls) item.append(element("p", { class: "quiet" }, t("passed")));
    for (const mark of marks.filter((one) => one.round === round)) {
      const marked = `${session.names[mark.team]} +${mark.tantos}`;
      item.append(element("p", { class: `mark ${mark.team}`, title: marked, "aria-label": marked }, `+${mark.tantos}`));
    }
    return item;
  }));
}

function call(said, names) {
  const [who, action, tantos] = said.split(" ");
  const team = TEAMS.find((one) => one.includes(who));
  const word = `${calls[action] || action}${tantos ? ` ${tantos}` : ""}`;
  return element("p", { class: `call ${team}${action === "hordago" ? " hordago" : ""}`, title: names[team] }, word);
}

// The four hands of the karta aldia that lies there; the big screen keeps the last one.
function showHands(session) {
  const { record } = session.last || {};
  const seats = record ? Object.entries(record.cards) : [];
  const order = "NSWE";
  seats.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  byId("hands").replaceChildren(...seats.map(([seat, cards]) => element("li", { class: TEAMS.find((team) => team.includes(seat)) },
    element("h3", {}, session.names[seat], ...(seat === record.esku ? [element("i", {}, t("esku"))] : [])),
    element("p", {}, ...sorted(cards).map((name) => card(name, record))))));
}

function sorted(cards) {
  return [...cards].sort((one, other) => parseInt(other, 10) - parseInt(one, 10));
}

// A card as the project draws it; a question mark for what nobody knows of it.
function card(name, record) {
  const { label, rank, suit } = known(name, record);
  const face = element("span", { class: suit ? "face" : "face unknown", role: "img", "aria-label": label });
  if (suit) face.style.backgroundPosition = `${(RANKS.indexOf(rank) / 9) * 100}% ${(SUITS.indexOf(suit) / 3) * 100}%`;
  else face.textContent = rank ? `${rank} ?` : "?";
  return face;
}

function told(session) {
  const won = session.shown && session.last.result.winner;
  if (session.match_winner) return t("{team} won the match.", { team: session.names[session.match_winner] });
  if (won && session.last.result.ended_by === "hordago") return t("{team} won the mantxa by hordago.", { team: session.names[won] });
  if (won) return t("{team} won the mantxa.", { team: session.names[won] });
  return session.phase === "judge" ? t("The judge decides") : "";
}

const later = Number(main.dataset.delay) * 1000;
let turn = Promise.resolve(); // one after the other, whichever language's page came first
function follow(session) {
  const page = learned(session.language);
  setTimeout(() => { turn = turn.then(() => page).then(speak).then(() => show(session)); }, later);
}

function found() {
  byId("lost").textContent = "";
  fetched().then((page) => {
    if (isOfAnother(page)) location.reload();
  }, () => {});
}

function lost() {
  byId("lost").textContent = t("The table does not answer. Trying again…");
}

const upright = matchMedia("(orientation: portrait)");
function shape() {
  main.dataset.view = main.dataset.wanted || (upright.matches ? "phone" : "stream");
  document.documentElement.dataset.view = main.dataset.view;
}

main.style.setProperty("--size", Number(main.dataset.size) / 100);
upright.addEventListener("change", shape);
shape();
listen("/api/events", found, follow, lost);
