// @ts-check
/** One game: played, watched live, or replayed. The server says what is legal; this page turns clicks and
 * keys into one of the legal moves. */

import { FLOOD, cellName, colourOf, draw, lift, svg } from "./board.js";
import { ask, boardTitle, el, sideColour, toast } from "./dom.js";
import { follow } from "./live.js";
import { start } from "./new.js";
import { isLoud, tick, toggle } from "./sound.js";
import { say } from "./words.js";

/** @typedef {{text: string, from: number|null, to: number|null, arrow: number|null}} Move */

/** @param {HTMLElement} main @param {string} id */
export function game(main, id) {
  const view = new View(main, id);
  view.open();
  return () => view.close();
}

class View {
  /** @param {HTMLElement} main @param {string} id */
  constructor(main, id) {
    this.main = main;
    this.id = id;
    /** @type {any} */ this.data = null;
    /** @type {any[]} */ this.plies = [];
    this.at = 0;
    this.live = true;
    /** @type {number[]} */ this.chosen = [];
    /** @type {number|null} */ this.cursor = null;
    this.graph = localStorage.getItem("view") === "graph";
    /** @type {any} */ this.seat = JSON.parse(localStorage.getItem(`seat:${id}`) ?? "null");
    /** @type {Move[]} */ this.legal = [];
    /** @type {any[]} */ this.thoughts = [null, null];
    this.stop = () => {};
    this.keys = this.keys.bind(this);
    this.carry = this.carry.bind(this);
    this.release = this.release.bind(this);
    /** A press on a cell that has not been let go. @type {{cell: number, fresh: boolean}|null} */ this.down = null;
    this.asked = 0;
    this.opened = 0;
    this.board = svg("svg", { tabindex: 0, role: "application" });
    /** @type {any} */ this.root = null;
    this.chart = svg("svg", { class: "chart", viewBox: "0 0 100 40", preserveAspectRatio: "none", role: "img", "aria-label": say("Evaluation") });
  }

  async open() {
    try {
      await this.join();
      this.data = await ask(`/api/games/${this.id}`);
    } catch (error) {
      this.main.append(el("p", { className: "empty" }, /** @type {Error} */ (error).message));
      return;
    }
    this.build();
    this.opened = performance.now();
    this.stop = follow(`/api/games/${this.id}/events`, {
      ply: (ply) => this.onPly(ply),
      back: (back) => this.onBack(back),
      thinking: (t) => { this.thoughts[t.side] = t; this.think(); },
      state: (state) => { Object.assign(this.data, state); this.legal = []; this.refresh(); },
    });
    addEventListener("keydown", this.keys);
    addEventListener("pointermove", this.carry);
    addEventListener("pointerup", this.release);
    addEventListener("pointercancel", this.release);
    this.timer = setInterval(() => this.clocks(), 200);
    const ply = /ply=(\d+)/.exec(location.hash);
    if (ply) this.want = Number(ply[1]);
  }

  close() {
    this.stop();
    clearInterval(this.timer);
    removeEventListener("keydown", this.keys);
    removeEventListener("pointermove", this.carry);
    removeEventListener("pointerup", this.release);
    removeEventListener("pointercancel", this.release);
  }

  /** Takes the free seat if the link invites to it. */
  async join() {
    const invite = /invite=(\w+)/.exec(location.hash)?.[1];
    if (!invite || this.seat) return;
    const seat = await ask(`/api/games/${this.id}/join`, { token: invite });
    this.seat = { side: seat.side, token: invite };
    localStorage.setItem(`seat:${this.id}`, JSON.stringify(this.seat));
  }

  build() {
    this.board.setAttribute("aria-label", this.data.game);
    this.board.addEventListener("pointerdown", (event) => this.press(/** @type {PointerEvent} */ (event)));
    this.box = el("div", { className: "board-box" });
    this.box.append(this.board);
    this.spoken = el("div", { className: "sr", "aria-live": "polite" });
    this.colours = el("div", { className: "colours" });
    this.seats = el("div");
    this.status = el("div", { className: "status", role: "status" });
    this.moves = el("div", { className: "moves" });
    this.actions = el("div", { className: "row actions" });
    this.thinking = el("div", { className: "think" });
    this.notes = el("div", { className: "notes" });
    this.line = el("p", { className: "think", id: "line" });
    const keys = say("arrows move the cursor, Enter plays, Escape undoes, , and . step through the game");
    this.main.append(this.root = el("div", { className: "game" },
      el("section", {}, this.box, this.colours, this.spoken),
      el("aside", {},
        el("div", { className: "panel" }, el("h2", {}, boardTitle(this.data.game)), this.seats, this.status, this.thinking, this.actions),
        el("div", { className: "panel" }, el("h2", {}, say("Moves")), this.moves, el("div", { className: "row" }, ...this.stepper())),
        el("div", { className: "panel" }, el("h2", {}, say("Evaluation")), this.chart, this.line, this.notes),
        el("p", { className: "meta" }, `${this.data.game} · ${say("Keys")}: ${keys}`))));
  }

  stepper() {
    const step = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => number} */ to) =>
      el("button", { className: "icon", "aria-label": name, onclick: () => this.show(to()) }, label);
    return [step("⏮", "first", () => 0), step("◀", "back", () => this.at - 1), step("▶", "on", () => this.at + 1), step("⏭", "last", () => this.plies.length - 1)];
  }

  /** @param {any} ply */
  onPly(ply) {
    // A log that begins anew, after the server did.
    if (ply.ply === 0) this.plies.length = 0;
    this.plies[ply.ply] = ply;
    this.legal = [];
    this.chosen = [];
    if (this.want !== undefined && ply.ply === this.want) { this.at = this.want; this.live = false; this.want = undefined; }
    if (this.live) this.at = this.plies.length - 1;
    this.spoken.textContent = ply.move ?? "";
    // Only what happens now is heard, not what happened before we came.
    if (performance.now() - this.opened > 1500) tick(ply.side === this.seat?.side);
    this.refresh();
  }

  /** @param {{ply: number}} back */
  onBack(back) {
    this.plies.length = back.ply + 1;
    this.legal = [];
    this.chosen = [];
    this.at = Math.min(this.at, back.ply);
    this.refresh();
  }

  get now() { return this.plies[this.plies.length - 1]; }
  get mine() { return this.seat && !this.data.over && this.now && this.now.side === this.seat.side && this.data.started !== false; }

  /** @param {number} ply */
  show(ply) {
    this.at = Math.max(0, Math.min(ply, this.plies.length - 1));
    this.live = this.at === this.plies.length - 1;
    history.replaceState(null, "", this.live ? location.pathname : `#ply=${this.at}`);
    this.refresh();
  }

  async refresh() {
    if (!this.plies.length) return;
    this.paint();
    if (!this.mine || this.legal.length) return;
    // Answers to questions about earlier positions are thrown away.
    const asked = ++this.asked;
    const legal = await ask(`/api/games/${this.id}/moves`).catch(() => []);
    if (asked !== this.asked || !this.mine) return;
    this.legal = legal;
    this.paint();
  }

  /** The legal moves that begin with the cells chosen so far, and the cell that each needs next. A blob that
   * duplicates may be taken up anywhere beside its new place, or nowhere. @returns {[Move, number][]} */
  next() {
    if (!this.mine || !this.live) return [];
    const { chosen } = this, shape = this.shape();
    /** @type {[Move, number][]} */ const found = [];
    for (const move of this.legal) {
      const path = /** @type {number[]} */ ([move.from, move.to, move.arrow].filter((cell) => cell !== null));
      if (chosen.every((cell, n) => path[n] === cell) && path.length > chosen.length) found.push([move, path[chosen.length]]);
      else if (chosen.length === 1 && path.length === 1 && isBeside(shape, chosen[0], path[0])) found.push([move, path[0]]);
    }
    return found;
  }

  /** The cells that may be clicked next. */
  targets() { return new Set(this.next().map(([, cell]) => cell)); }

  paint() {
    const ply = this.plies[this.at];
    if (!ply) return;
    const targets = this.data.kind === "flood" ? new Set() : this.targets();
    let cells = ply.cells;
    if (this.chosen.length >= 2) cells = swap(cells, this.chosen[0], this.chosen[1]);
    const own = new Set(this.mine && this.live ? this.legal.map((move) => move.from) : []);
    draw(this.board, this.shape(), cells, { trace: this.chosen.length ? null : ply.trace, targets, own, chosen: this.chosen, cursor: this.cursor, graph: this.graph, labels: true });
    this.root.dataset.turn = this.data.over ? "over" : this.data.started === false ? "waiting" : this.mine ? (this.legal.length ? "mine" : "asking") : "theirs";
    this.root.dataset.ply = String(this.at);
    this.paintColours(ply);
    this.paintSeats(ply);
    this.paintMoves();
    this.paintActions();
    this.paintChart();
    this.status.textContent = this.words();
    const { over, winner } = this.data;
    if (over) this.status.dataset.end = winner === null || !this.seat ? "drawn" : winner === this.seat.side ? "won" : "lost";
    this.clocks();
  }

  shape() { return { ...this.data.board, kind: this.data.kind }; }

  /** Who sits there, as the one who looks would say. @param {number} side */
  name(side) {
    const { name, kind } = this.data.players[side];
    if (kind !== "human") return name;
    return this.seat?.side === side ? say("You") : say("guest");
  }

  words() {
    const { data } = this;
    if (data.over) {
      const why = data.ending === "rules" ? "" : ` (${say("ended: {0}", say(data.ending))})`;
      if (data.winner === null) return say("Draw") + why;
      if (this.seat) return say(data.winner === this.seat.side ? "You won" : "You lost") + why;
      return say("{0} won", this.name(data.winner)) + why;
    }
    if (data.started === false) return say("waiting for the other player");
    if (!this.mine) return `${this.name(this.now.side)} ${say("thinking…")}`;
    if (data.kind === "amazons" && this.chosen.length === 1) return say("choose where the queen goes");
    if (data.kind === "amazons" && this.chosen.length === 2) return say("choose where the arrow lands");
    return say("your move");
  }

  /** @param {any} ply */
  paintColours(ply) {
    this.colours.replaceChildren();
    if (this.data.kind !== "flood") return;
    const legal = new Map(this.legal.map((move) => [move.text, move]));
    for (let colour = 0; colour < this.data.colours; colour++) {
      const can = this.mine && this.live && legal.has(String(colour));
      const { fill, sign } = FLOOD[colour];
      const button = el("button", { disabled: !can, "data-colour": colour, "aria-label": `${say("Colour")} ${colour}`, onclick: () => this.send(String(colour)) }, sign);
      button.style.background = fill;
      this.colours.append(button);
    }
  }

  /** @param {any} ply */
  paintSeats(ply) {
    this.seats.replaceChildren(...[1, 0].map((side) => {
      const dot = el("span", { className: "dot" });
      dot.style.background = sideColour(this.data.kind, side);
      const wins = this.data.over && this.data.winner === side ? " 🏆" : "";
      return el("div", { className: `seat${!this.data.over && ply.side === side ? " turn" : ""}` }, dot,
        el("span", { className: "name", title: this.name(side) }, this.name(side) + wins),
        el("span", { className: "clock", "data-side": side }), el("span", { className: "count" }, String(ply.tally[side])), el("span", { className: "unit" }, say(UNITS[this.data.kind] ?? "")));
    }));
  }

  clocks() {
    const { data } = this;
    if (!data?.clock || !this.now) return;
    for (const node of this.seats.querySelectorAll(".clock")) {
      const side = Number(node.dataset.side);
      let left = this.now.left?.[side];
      if (left === undefined || left === null) continue;
      if (!data.over && data.started !== false && this.now.side === side && this.now.seen) left -= Date.now() - this.now.seen;
      this.now.seen ??= Date.now();
      const s = Math.max(0, left) / 1000;
      node.textContent = `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, "0")}`;
    }
  }

  paintMoves() {
    const rows = [];
    for (let ply = 1; ply < this.plies.length; ply++) {
      if (ply % 2 === 1) rows.push(el("span", { className: "n" }, `${(ply + 1) / 2}.`));
      const wrong = this.mistakes?.has(ply) ? "mistake" : "";
      rows.push(el("button", { className: `${ply === this.at ? "now" : ""} ${wrong}`, onclick: () => this.show(ply) }, this.plies[ply].move));
    }
    this.moves.replaceChildren(...rows);
    const now = this.moves.querySelector(".now");
    if (now) this.moves.scrollTop = now.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2;
  }

  paintActions() {
    const { data } = this;
    const act = (/** @type {string} */ words, /** @type {() => void} */ onclick, disabled = false) => el("button", { onclick, disabled, "data-act": words.split(" ")[0].toLowerCase() }, say(words));
    const row = [];
    const pass = this.legal.find((move) => move.to === null && (data.kind !== "flood" || move.text === "-"));
    if (this.mine && pass) row.push(act("Pass", () => this.send(pass.text)));
    if (this.chosen.length) row.push(act("Undo step", () => { this.chosen.pop(); this.paint(); }));
    if (this.seat && !data.over) {
      const machine = data.players.some((/** @type {any} */ p) => p.kind !== "human");
      if (machine) row.push(act("Hint", () => this.hint(), !this.mine), act("Take back", () => this.post("back"), !this.mine || this.plies.length < 3));
      row.push(act("Resign", () => this.post("resign")));
    }
    if (data.over) row.push(act("Analyse", () => this.analyse()));
    if (this.seat?.wish && data.over) row.push(act("Play again", () => start(this.seat.wish)), el("a", { className: "button", href: "/play", "data-link": true }, say("New opponent")));
    row.push(act(this.graph ? "Grid view" : "Graph view", () => { this.graph = !this.graph; localStorage.setItem("view", this.graph ? "graph" : "grid"); this.paint(); }));
    row.push(act("Copy link", () => this.copy()));
    row.push(act(isLoud() ? "Sound off" : "Sound on", () => { toggle(); this.paint(); }));
    this.actions.replaceChildren(...row);
  }

  copy() {
    const invite = /invite=\w+/.exec(location.hash)?.[0];
    navigator.clipboard?.writeText(location.origin + location.pathname + (invite ? `#${invite}` : this.live ? "" : `#ply=${this.at}`));
    toast(say(invite ? "Invite link copied" : "Link copied"));
  }

  think() {
    const lines = this.thoughts.filter(Boolean).map((t) => {
      const parts = [this.name(t.side), t.score !== null ? t.score.toFixed(2) : null, t.depth ? `depth ${t.depth}` : null, t.nodes ? `${Intl.NumberFormat().format(t.nodes)} nodes` : null, (t.pv ?? []).slice(0, 6).join(" ")];
      return el("div", {}, parts.filter(Boolean).join(" · "));
    });
    this.thinking.replaceChildren(...lines);
  }

  paintChart() {
    const points = [];
    let most = 1;
    for (const ply of this.plies) if (typeof ply?.score === "number") most = Math.max(most, Math.abs(squash(ply.score)));
    for (const ply of this.plies) if (typeof ply?.score === "number") points.push(`${(100 * ply.ply) / Math.max(this.plies.length - 1, 1)},${20 - (18 * squash(ply.score)) / most}`);
    const here = this.plies[this.at];
    this.line.textContent = [typeof here?.score === "number" ? signed(here.score) : "", here?.best?.length ? `${say("best line")}: ${here.best.join(" ")}` : ""].filter(Boolean).join(" · ");
    const x = (100 * this.at) / Math.max(this.plies.length - 1, 1);
    this.chart.replaceChildren(svg("line", { x1: 0, x2: 100, y1: 20, y2: 20 }), svg("polyline", { points: points.join(" ") }), svg("line", { x1: x, x2: x, y1: 0, y2: 40, class: "at" }));
  }

  /** A finger or a button goes down on the board: a piece of one's own is taken up at once. @param {PointerEvent} event */
  press(event) {
    const cell = cellAt(event);
    if (cell === null || event.button !== 0) return;
    const takes = this.mine && this.live && this.chosen.length < 2 && this.chosen[0] !== cell && this.legal.some((move) => move.from === cell)
      && (!this.chosen.length || !this.targets().has(cell));
    this.down = { cell, fresh: Boolean(takes) };
    if (takes) this.click(cell);
  }

  /** A piece is carried along. @param {PointerEvent} event */
  carry(event) {
    if (!this.down || this.chosen[0] !== this.down.cell || this.chosen.length !== 1) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(/** @type {any} */ (this.board).getScreenCTM()?.inverse());
    lift(this.board, this.shape(), this.now.cells[this.down.cell], at.x, at.y);
  }

  /** It goes up again: on the same cell this is a click, on another the end of a drag. @param {PointerEvent} event */
  release(event) {
    const { down } = this;
    this.down = null;
    if (!down) return;
    const cell = event.type === "pointerup" ? cellAt(event) : null;
    if (cell === down.cell && !down.fresh) return this.click(cell);
    if (cell !== null && cell !== down.cell && this.chosen[0] === down.cell && this.targets().has(cell)) return this.click(cell);
    this.paint();
  }

  /** @param {number} cell */
  click(cell) {
    if (!this.mine || !this.live) return;
    if (this.data.kind === "flood") return this.send(String(colourOf(this.now.cells[cell])));
    const fits = this.next().filter(([, next]) => next === cell).map(([move]) => move);
    if (!fits.length) {
      this.chosen = this.legal.some((move) => move.from === cell) && this.chosen[0] !== cell ? [cell] : [];
      return this.paint();
    }
    const last = fits.find((move) => (move.arrow ?? move.to) === cell && (move.from === null || this.chosen.length));
    if (last && !(last.arrow !== null && this.chosen.length < 2)) return this.send(last.text);
    this.chosen = [...this.chosen, cell];
    this.paint();
  }

  /** @param {string} text */
  async send(text) {
    if (!this.legal.some((move) => move.text === text)) return;
    this.chosen = [];
    this.legal = [];
    await this.post("moves", { move: text });
  }

  /** @param {string} what @param {object} [body] */
  async post(what, body = {}) {
    try {
      return await ask(`/api/games/${this.id}/${what}`, { ...body, token: this.seat?.token });
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
      this.refresh();
    }
  }

  async hint() {
    const hint = await this.post("hint");
    if (!hint?.move) return;
    const move = this.legal.find((move) => move.text === hint.move);
    if (move && this.data.kind !== "flood") { this.chosen = [move.from, move.to].filter((c) => c !== null).slice(0, 2); this.chosen = this.data.kind === "amazons" ? this.chosen : []; this.cursor = move.arrow ?? move.to; this.paint(); }
    toast(hint.move);
  }

  async analyse() {
    const found = await ask(`/api/games/${this.id}/analysis`).catch((error) => (toast(error.message), null));
    if (!found) return;
    this.mistakes = new Set(found.mistakes.map((/** @type {any} */ m) => m.ply));
    for (const point of found.scores) if (this.plies[point.ply]) Object.assign(this.plies[point.ply], { score: point.score, best: point.line });
    const lines = found.mistakes.map((/** @type {any} */ m) => el("div", {}, el("button", { className: "mistake", onclick: () => this.show(m.ply) }, `${m.ply}. ${m.move}`), " ", say("best was {0}", m.best)));
    this.notes.replaceChildren(el("h2", {}, say("Mistakes")), ...(lines.length ? lines : [el("p", {}, say("none found"))]));
    this.paint();
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    if (/INPUT|SELECT|TEXTAREA/.test(document.activeElement?.tagName ?? "")) return;
    const { cols, rows } = this.data.board;
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const onButton = document.activeElement?.tagName === "BUTTON";
    if (event.key === ",") this.show(this.at - 1);
    else if (event.key === ".") this.show(this.at + 1);
    else if (event.key === "Escape") { this.chosen.pop(); this.paint(); }
    else if (steps[event.key]) {
      const [dx, dy] = steps[event.key];
      const at = this.cursor ?? 0;
      const x = (at % cols + dx + cols) % cols, y = (Math.floor(at / cols) + dy + rows) % rows;
      this.cursor = y * cols + x;
      this.spoken.textContent = `${cellName(this.shape(), this.cursor)} ${this.now?.cells[this.cursor] ?? ""}`;
      this.paint();
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null && !onButton) this.click(this.cursor);
    else if (/^[0-7]$/.test(event.key) && this.data.kind === "flood") this.send(event.key);
    else return;
    event.preventDefault();
  }
}

/** What each side's number counts. @type {Record<string, string>} */
const UNITS = { amazons: "moves", blobwar: "blobs", ataxx: "blobs", flood: "cells", reversi: "discs" };

/** The cell under the pointer. @param {PointerEvent} event */
function cellAt(event) {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.getAttribute("data-cell");
  return cell === null || cell === undefined ? null : Number(cell);
}

/** Whether two cells touch. @param {import("./board.js").Shape} shape @param {number} a @param {number} b */
function isBeside(shape, a, b) {
  const apart = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ size) => {
    const d = Math.abs(from - to);
    return shape.wraps ? Math.min(d, size - d) : d;
  };
  return apart(a % shape.cols, b % shape.cols, shape.cols) <= 1 && apart(Math.floor(a / shape.cols), Math.floor(b / shape.cols), shape.rows) <= 1;
}

/** The cells with two exchanged. @param {string} cells @param {number} a @param {number} b */
function swap(cells, a, b) {
  const list = [...cells];
  [list[a], list[b]] = [list[b], list[a]];
  return list.join("");
}

/** A score as it is written: wins are shown as a hundred. @param {number} score */
const signed = (score) => (Math.abs(score) >= 99 ? say(score > 0 ? "first wins" : "second wins") : `${score > 0 ? "+" : ""}${score.toFixed(1)}`);

/** Brings any score to a readable scale. @param {number} score */
const squash = (score) => Math.sign(score) * Math.log1p(Math.abs(score));
