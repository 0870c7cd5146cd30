// @ts-check
/** The ladders: ratings with their intervals, who is ahead of whom and how surely, the cross table, and how ratings
 * went. */

import { svg } from "./board.js";
import { ask, el } from "./dom.js";
import { say } from "./words.js";

const COLOURS = ["#1c6fb8", "#b5502c", "#1d7a46", "#8e62c9", "#c08a00", "#b3378a", "#2f9fae", "#6b7280", "#d1495b", "#4c6ef5"];

/** @param {HTMLElement} main @param {string} [wanted] */
export function standings(main, wanted) {
  main.append(el("h1", {}, say("Standings")));
  const tabs = el("nav", { className: "tabs", "aria-label": say("Game") });
  const body = el("div");
  main.append(tabs, body);
  ask("/api/standings").then(async (games) => {
    const game = games.find((/** @type {any} */ g) => g.name === wanted) ?? games.find((/** @type {any} */ g) => g.players.length) ?? games[0];
    tabs.append(...games.map((/** @type {any} */ g) => el("a", { href: `/standings/${g.name}`, "data-link": true, "aria-current": g === game ? "page" : undefined }, g.title)));
    const ladder = await ask(`/api/standings/${game.name}`);
    if (!ladder.players.length) return void body.append(el("p", { className: "panel empty" }, say("no rated games yet")));
    body.append(el("div", { className: "panel scroll" }, el("p", { className: "meta" }, say("clock {0}", ladder.clock)), table(ladder.players), ladder.caveat ? el("p", { className: "meta" }, ladder.caveat) : ""),
      ahead(ladder.ahead), plot(ladder), cross(ladder));
  }).catch((error) => body.append(el("p", { className: "empty" }, error.message)));
  return () => {};
}

/** @param {any[]} players */
function table(players) {
  const low = Math.min(...players.map((p) => p.rating - p.error)), high = Math.max(...players.map((p) => p.rating + p.error));
  const at = (/** @type {number} */ rating) => `${(100 * (rating - low)) / Math.max(high - low, 1)}%`;
  const rows = players.map((p, n) => {
    const bar = el("span", { className: "ci", role: "img", "aria-label": `${Math.round(p.rating - p.error)} – ${Math.round(p.rating + p.error)}` });
    const range = el("i"), dot = el("b");
    range.style.left = at(p.rating - p.error);
    range.style.width = `calc(${at(p.rating + p.error)} - ${at(p.rating - p.error)})`;
    dot.style.left = at(p.rating);
    bar.append(range, dot);
    const name = el("a", { href: `/player/${p.id}`, "data-link": true }, p.name);
    return el("tr", {}, el("td", {}, String(n + 1)), el("td", {}, name, p.house ? el("span", { className: "meta" }, ` ${say("house")}`) : ""), el("td", {}, String(Math.round(p.rating))), el("td", {}, `± ${Math.round(p.error)}`), el("td", {}, bar), el("td", {}, String(p.games)), el("td", {}, `${(100 * p.score).toFixed(1)} %`), el("td", {}, p.faults ? String(p.faults) : ""));
  });
  const heads = ["", "Player", "Rating", "95 %", "interval", "Games", "Score", "faults"].map((h) => el("th", { scope: "col" }, say(h)));
  return el("table", { className: "ladder" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}

/** @param {any[]} list */
function ahead(list) {
  if (!list?.length) return "";
  const words = list.map((a) => {
    const [first, second, sure] = a.sure >= 0.5 ? [a.a, a.b, a.sure] : [a.b, a.a, 1 - a.sure];
    return el("li", {}, say("{0} is ahead of {1} with {2} % ({3} games between them)", first, second, Math.min(99.9, 100 * sure).toFixed(sure > 0.99 ? 1 : 0), a.games));
  });
  return el("div", { className: "panel" }, el("h2", {}, say("Who is ahead")), el("ul", {}, ...words));
}

/** @param {any} ladder */
function plot(ladder) {
  const { games, ratings } = ladder.history;
  if (games.length < 2) return "";
  const all = ratings.flat().filter((/** @type {any} */ r) => r !== null);
  const low = Math.min(...all), high = Math.max(...all);
  const picture = svg("svg", { class: "plot", viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": say("History of ratings") });
  const last = games[games.length - 1];
  const axes = el("div", { className: "axes" }, picture);
  const height = (/** @type {number} */ r) => 96 - (92 * (r - low)) / Math.max(high - low, 1);
  for (const r of [high, (high + low) / 2, low]) {
    picture.append(svg("line", { x1: 0, x2: 100, y1: height(r), y2: height(r) }));
    const label = el("span", {}, String(Math.round(r)));
    label.style.top = `${height(r)}%`;
    axes.append(label);
  }
  ratings.forEach((/** @type {any[]} */ line, /** @type {number} */ n) => {
    const points = line.map((r, i) => (r === null ? null : `${(100 * games[i]) / last},${height(r)}`)).filter(Boolean);
    picture.append(svg("polyline", { points: points.join(" "), stroke: COLOURS[n % COLOURS.length] }));
  });
  const names = ladder.players.map((/** @type {any} */ p, /** @type {number} */ n) => {
    const mark = el("i");
    mark.style.background = COLOURS[n % COLOURS.length];
    return el("span", {}, mark, p.name);
  });
  return el("div", { className: "panel" }, el("h2", {}, say("History of ratings")), axes, el("p", { className: "meta" }, say("after {0} games", last)), el("div", { className: "legend" }, ...names));
}

/** @param {any} ladder */
function cross(ladder) {
  const heads = ladder.players.map((/** @type {any} */ _, /** @type {number} */ n) => el("th", { scope: "col" }, String(n + 1)));
  const rows = ladder.players.map((/** @type {any} */ p, /** @type {number} */ i) => el("tr", {}, el("th", { scope: "row" }, `${i + 1} ${p.name}`),
    ...ladder.cross[i].map((/** @type {number[]} */ [w, d, l], /** @type {number} */ j) => el("td", {}, i === j ? "·" : w + d + l ? `${w}-${d}-${l}` : ""))));
  return el("div", { className: "panel scroll" }, el("h2", {}, say("Cross table")), el("table", { className: "cross" }, el("thead", {}, el("tr", {}, el("th"), ...heads)), el("tbody", {}, ...rows)));
}
