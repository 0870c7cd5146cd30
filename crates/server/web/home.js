// @ts-check
/** The first page: every game in progress as a small live board, and a way to start one's own. */

import { draw, svg } from "./board.js";
import { ask, boardTitle, el, sideColour } from "./dom.js";
import { follow } from "./live.js";
import { form } from "./new.js";
import { say } from "./words.js";

/** @param {HTMLElement} main */
export function home(main) {
  const live = el("div", { className: "grid" });
  const done = el("div", { className: "grid" });
  const none = el("p", { className: "empty" }, say("no game is being played"));
  const recent = el("section", { hidden: true }, el("h2", { style: "margin-top:1.5rem" }, say("Just finished")), done);
  main.append(
    el("div", { className: "hero" },
      el("section", {}, el("h1", {}, say("Games in progress")), live, none),
      el("aside", { className: "panel" }, el("h2", {}, say("Play a game")), form())),
    recent,
  );
  /** @type {Map<string, {node: any, board: any, line: any, names: any[], data: any}>} */
  const cards = new Map();

  /** @param {any} data */
  const put = (data) => {
    let card = cards.get(data.id);
    if (!card) {
      const board = svg("svg", { role: "img" });
      const line = el("div", { className: "meta" });
      const names = data.players.map((/** @type {any} */ p, /** @type {number} */ side) => {
        const dot = el("i", { className: "dot" });
        dot.style.background = sideColour(data.kind, side);
        return el("div", { className: "who" }, dot, el("span", { title: p.name }, p.kind === "human" ? say("guest") : p.name), el("b"));
      });
      const node = el("a", { className: "card", href: `/game/${data.id}`, "data-link": true }, board, ...names, line);
      card = { node, board, line, names, data };
      cards.set(data.id, card);
      live.prepend(node);
    }
    card.data = { ...card.data, ...data };
    show(card);
    none.hidden = live.childElementCount > 0;
  };

  /** @param {{node: any, board: any, line: any, names: any[], data: any}} card */
  const show = (card) => {
    const { data } = card;
    draw(card.board, data.board, data.cells, { trace: data.trace });
    card.board.setAttribute("aria-label", `${data.game}: ${data.players[0].name}, ${data.players[1].name}`);
    card.names.forEach((node, side) => {
      // The moves that an Amazons player has left are no score.
      node.lastChild.textContent = data.kind === "amazons" ? "" : String(data.tally[side]);
      node.classList.toggle("wins", data.over && data.winner === side);
    });
    card.line.textContent = [boardTitle(data.game), data.over && data.winner === null ? say("Draw") : say("move {0}", data.ply)].join(" · ");
    if (data.over && card.node.parentNode === live) {
      done.prepend(card.node);
      recent.hidden = false;
      while (done.childElementCount > 8) done.lastChild.remove();
    }
  };

  ask("/api/games").then((games) => games.reverse().forEach(put)).catch(() => {});
  return follow("/api/events", { game: put });
}
