// @ts-check
/** Ratings of the house players with their intervals, game by game. */

import { ask, el } from "./dom.js";
import { say } from "./words.js";

/** @param {HTMLElement} main @param {string} [wanted] */
export function standings(main, wanted) {
  main.append(el("h1", {}, say("Standings")));
  const tabs = el("nav", { className: "tabs", "aria-label": say("Game") });
  const body = el("div", { className: "panel scroll" });
  main.append(tabs, body);
  ask("/api/standings").then((games) => {
    const game = games.find((/** @type {any} */ g) => g.name === wanted) ?? games[0];
    tabs.append(...games.map((/** @type {any} */ g) => el("a", { href: `/standings/${g.name}`, "data-link": true, "aria-current": g === game ? "page" : undefined }, g.title)));
    body.append(game && game.players.length ? table(game.players) : el("p", { className: "empty" }, say("no rated games yet")));
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
    return el("tr", {}, el("td", {}, String(n + 1)), el("td", {}, p.name), el("td", {}, String(Math.round(p.rating))), el("td", {}, `± ${Math.round(p.error)}`), el("td", {}, bar), el("td", {}, String(p.games)), el("td", {}, `${(100 * p.score).toFixed(1)} %`));
  });
  const heads = ["", "Player", "Rating", "95 %", "interval", "Games", "Score"].map((h) => el("th", { scope: "col" }, say(h)));
  return el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}
