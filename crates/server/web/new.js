// @ts-check
/** Starting a game: which game, board, opponent, side and clock. */

import { ask, el, toast } from "./dom.js";
import { say } from "./words.js";

/** @type {Promise<any>|null} */
let meta = null;
const choices = () => (meta ??= ask("/api/meta"));

/** @param {HTMLElement} main */
export function newGame(main) {
  main.append(el("div", { className: "panel", style: "max-width:520px;margin:0 auto" }, el("h1", {}, say("Play a game")), form()));
  return () => {};
}

/** @param {string} name @param {[string, string][]} options @param {string} [chosen] */
const select = (name, options, chosen) =>
  el("select", { name }, ...options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)));

/** The form; it goes to the game once the server has made it. */
export function form() {
  const node = el("form", {});
  choices().then((/** @type {any} */ meta) => fill(node, meta)).catch((error) => toast(error.message));
  return node;
}

/** @param {any} node @param {any} meta */
function fill(node, meta) {
  const saved = JSON.parse(localStorage.getItem("form") ?? "{}");
  const game = select("game", meta.games.map((/** @type {any} */ g) => [g.name, g.title]), saved.game ?? "reversi");
  const shape = el("select", { name: "shape" }), width = el("select", { name: "width" }), opponent = el("select", { name: "opponent" });
  const side = select("side", [["either", say("either")], ["0", say("first")], ["1", say("second")]], saved.side);
  const clock = select("clock", [["", say("no limit")], ["60s+1s", "1 min + 1 s"], ["300s+3s", "5 min + 3 s"], ["900s+5s", "15 min + 5 s"]], saved.clock ?? "");
  const of = () => meta.games.find((/** @type {any} */ g) => g.name === game.value);
  const widths = () => {
    const list = of().shapes.find((/** @type {any} */ s) => s.name === shape.value)?.widths ?? [];
    const wanted = list.includes(of().width) ? of().width : list[Math.floor(list.length / 2)];
    width.replaceChildren(...list.map((/** @type {number} */ w) => el("option", { value: w, selected: w === wanted }, `${w} × ${w}`)));
  };
  const fit = () => {
    shape.replaceChildren(...of().shapes.map((/** @type {any} */ s) => el("option", { value: s.name }, say(s.name))));
    const people = el("option", { value: "human" }, say("another person"));
    opponent.replaceChildren(...of().opponents.map((/** @type {any} */ o) => el("option", { value: o.spec, selected: o.spec === (saved.opponent ?? of().easy) }, o.title)), people);
    widths();
  };
  game.addEventListener("change", fit);
  shape.addEventListener("change", widths);
  fit();
  node.append(
    el("label", {}, say("Game"), game),
    el("div", { className: "two" }, el("label", {}, say("Shape"), shape), el("label", {}, say("Width"), width)),
    el("label", {}, say("Opponent"), opponent),
    el("div", { className: "two" }, el("label", {}, say("You play"), side), el("label", {}, say("Clock"), clock)),
    el("button", { className: "primary", type: "submit" }, say("Start")),
  );
  node.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    localStorage.setItem("form", JSON.stringify({ game: game.value, opponent: opponent.value, side: side.value, clock: clock.value }));
    const keys = shape.value === "square" ? "" : `?shape=${shape.value}`;
    await start({ game: `${game.value}/${width.value}${keys}`, opponent: opponent.value, side: side.value, clock: clock.value });
  });
}

/** Makes a game and goes there. @param {{game: string, opponent: string, side: string, clock: string, position?: string}} wish */
export async function start(wish) {
  try {
    const made = await ask("/api/games", wish);
    localStorage.setItem(`seat:${made.id}`, JSON.stringify({ side: made.side, token: made.token, wish }));
    const { go } = await import("./app.js");
    go(`/game/${made.id}${made.invite ? `#invite=${made.invite}` : ""}`);
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}
