// @ts-check
/** A player's page: its place, its record by opponent, how its games end, its time, its games and versions. */

import { ask, boardTitle, duration, el } from "./dom.js";
import { say } from "./words.js";

/** @param {HTMLElement} main @param {string} id */
export function player(main, id) {
  ask(`/api/players/${id}`).then((data) => {
    main.append(el("h1", {}, data.name, " ", el("span", { className: "meta" }, data.house ? say("house") : say(data.state))));
    if (data.entry) mine(main, data).catch(() => {});
    if (data.versions.length > 1) {
      const links = data.versions.map((/** @type {any} */ v) => v.player ? el("a", { className: "button", href: `/player/${v.player}`, "data-link": true }, `v${v.version}`) : el("span", { className: "meta" }, `v${v.version} (${say(v.state)})`));
      main.append(el("div", { className: "panel" }, el("h2", {}, say("Versions")), el("div", { className: "row" }, ...links)));
    }
    if (!data.ladders.length) main.append(el("p", { className: "empty" }, say("no rated games yet")));
    for (const ladder of data.ladders) main.append(...section(ladder));
  }).catch((error) => main.append(el("p", { className: "empty" }, error.message)));
  return () => {};
}

/** The way to its check and its log, for its team and the administrator. @param {HTMLElement} main @param {any} data */
async function mine(main, data) {
  const session = await ask("/api/session");
  const isMine = session.role === "team" && data.name.startsWith(`${session.name} v`);
  if (isMine || session.role === "administrator") main.append(el("div", { className: "row" }, el("a", { className: "button", href: `/entry/${data.entry}`, "data-link": true }, say("Its check and its log"))));
}

/** @param {string[]} heads @param {any[][]} rows */
const sheet = (heads, rows) => el("table", { className: "first" }, el("thead", {}, el("tr", {}, ...heads.map((h) => el("th", { scope: "col" }, say(h))))),
  el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, typeof cell === "number" ? String(cell) : cell ?? "")))) ));

/** @param {any} ladder */
function section(ladder) {
  const { line } = ladder;
  const place = line ? `${Math.round(line.rating)} ± ${Math.round(line.error)} · ${say("rank {0} of {1}", ladder.rank, ladder.of)} · ${line.games} ${say("Games").toLowerCase()}` : "";
  const time = ladder.time ? say("{0} a game, longest move {1} (last {2} games)", duration(ladder.time.mean), duration(ladder.time.longest), ladder.time.games) : "";
  const result = (/** @type {number} */ points) => say(points > 0.75 ? "won" : points < 0.25 ? "lost" : "drawn");
  const games = ladder.games.map((/** @type {any} */ g) => [el("a", { href: `/game/${g.id}`, "data-link": true }, `${boardTitle(g.board)} · ${say("against {0}", g.opponent)}`),
    `${g.tally[g.side]} – ${g.tally[1 - g.side]}`, el("span", { className: g.points > 0.75 ? "ok" : g.points < 0.25 ? "no" : "", title: g.reason ?? "" }, result(g.points)), say(g.ending)]);
  const opponents = ladder.opponents.map((/** @type {any} */ o) => [el("a", { href: `/player/${o.id}`, "data-link": true }, o.name ?? "?"), o.wins, o.draws, o.losses]);
  return [el("div", { className: "panel" }, el("h2", {}, el("a", { href: `/standings/${ladder.name}`, "data-link": true }, ladder.title)), el("p", {}, place), el("p", { className: "meta" }, time)),
    el("div", { className: "side" }, el("div", { className: "panel scroll" }, el("h2", {}, say("Opponents")), sheet(["Player", "Won", "Drawn", "Lost"], opponents)),
    el("div", { className: "panel scroll" }, el("h2", {}, say("Endings")), sheet(["Endings", "Games"], Object.entries(ladder.endings).map(([ending, n]) => [ending, n])))),
    el("div", { className: "panel scroll" }, el("h2", {}, say("Latest games")), sheet(["Game", "Score", "Result", "Endings"], games))];
}
