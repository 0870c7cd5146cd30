// @ts-check
/** Draws any board of any game as SVG. One string describes the cells: `.` empty, `#` hole, `0` `1` pieces,
 * `*` arrow; in Flood digits are colours, `a`..`h` those of the first zone, `A`..`H` those of the second. */

const SVG = "http://www.w3.org/2000/svg";

/** Colours of Flood that stay apart for colour-blind eyes, each with a sign of its own. */
export const FLOOD = [
  { fill: "#3b7dd8", sign: "●" }, { fill: "#d1495b", sign: "■" }, { fill: "#3aa17e", sign: "▲" }, { fill: "#f2cf63", sign: "★" },
  { fill: "#f08a3c", sign: "◆" }, { fill: "#8e62c9", sign: "✚" }, { fill: "#7fd6e8", sign: "◐" }, { fill: "#f3a6c8", sign: "♥" },
];

/** @param {string} name @param {Record<string, string|number>} [attributes] @param {string} [text] */
export function svg(name, attributes = {}, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

/** @typedef {{cols: number, rows: number, wraps: boolean, kind: string}} Shape */
/** @typedef {{from?: number|null, to?: number|null, arrow?: number|null, changed?: number[]}} Trace */
/** @typedef {{trace?: Trace|null, targets?: Set<number>, own?: Set<number|null>, chosen?: number[], cursor?: number|null, graph?: boolean, labels?: boolean, ghost?: string}} Marks */

/** The colour of a cell of Flood, or -1. @param {string} c */
export function colourOf(c) {
  if (c >= "0" && c <= "7") return c.charCodeAt(0) - 48;
  if (c >= "a" && c <= "h") return c.charCodeAt(0) - 97;
  if (c >= "A" && c <= "H") return c.charCodeAt(0) - 65;
  return -1;
}

/** Draws the board into the given SVG element. @param {Element} root @param {Shape} shape @param {string} cells @param {Marks} [marks] */
export function draw(root, shape, cells, marks = {}) {
  const { cols, rows, kind } = shape;
  const pad = marks.labels ? 0.6 : 0.06;
  root.setAttribute("viewBox", `${-pad} ${-0.06} ${cols + pad + 0.06} ${rows + pad + 0.06}`);
  root.classList.add("board");
  root.replaceChildren();
  if (marks.graph) edges(root, shape, cells);
  for (let cell = 0; cell < cols * rows; cell++) {
    if (cells[cell] !== "#") root.append(square(shape, cells[cell], cell, marks));
  }
  if (marks.trace) last(root, shape, marks.trace);
  for (let cell = 0; cell < cols * rows; cell++) piece(root, shape, cells[cell], cell % cols + 0.5, Math.floor(cell / cols) + 0.5);
  if (kind === "flood") zones(root, shape, cells);
  overlay(root, shape, marks);
  if (marks.labels) labels(root, shape);
}

/** @param {Shape} shape @param {string} c @param {number} cell @param {Marks} marks */
function square(shape, c, cell, marks) {
  const x = cell % shape.cols, y = Math.floor(cell / shape.cols);
  const node = svg("rect", { "data-cell": cell });
  if (marks.graph) set(node, { x: x + 0.24, y: y + 0.24, width: 0.52, height: 0.52, rx: 0.08 });
  else set(node, { x, y, width: 1, height: 1 });
  const tone = shape.kind === "reversi" ? "green" : (x + y) % 2 ? "b" : "a";
  node.setAttribute("class", `cell ${tone}${marks.targets?.has(cell) ? " can" : ""}${marks.own?.has(cell) ? " own" : ""}`);
  if (shape.kind === "flood") node.setAttribute("fill", FLOOD[colourOf(c)]?.fill ?? "#888"), node.setAttribute("class", "cell");
  return node;
}

/** A piece in the air, where it is dragged. @param {Element} root @param {Shape} shape @param {string} c @param {number} x @param {number} y */
export function lift(root, shape, c, x, y) {
  root.querySelector(".lifted")?.remove();
  const group = svg("g", { class: "lifted" });
  piece(group, shape, c, x, y);
  root.append(group);
}

/** @param {Element} root @param {Shape} shape @param {string} c @param {number} x @param {number} y */
function piece(root, shape, c, x, y) {
  if (shape.kind === "flood") {
    const colour = colourOf(c);
    if (colour >= 0) root.append(svg("text", { x, y, class: "mark" }, FLOOD[colour].sign));
  } else if (c === "*") {
    root.append(svg("rect", { x: x - 0.32, y: y - 0.32, width: 0.64, height: 0.64, rx: 0.12, class: "arrow", "pointer-events": "none" }));
  } else if (c === "0" || c === "1") {
    if (shape.kind === "amazons") root.append(queen(x, y, `p${c}`));
    else root.append(svg("circle", { cx: x, cy: y, r: 0.38, class: shape.kind === "reversi" ? `disc${c}` : `p${c}`, "pointer-events": "none" }));
    if (shape.kind === "blobwar") root.append(c === "0" ? svg("path", { d: `M${x - 0.13} ${y - 0.13}l.26 .26m0-.26l-.26 .26`, class: "tip" }) : svg("circle", { cx: x, cy: y, r: 0.15, class: "tip" }));
  }
}

/** A crown. @param {number} x @param {number} y @param {string} name */
function queen(x, y, name) {
  const d = `M${x - 0.34} ${y + 0.3}L${x - 0.38} ${y - 0.18}L${x - 0.17} ${y + 0.03}L${x} ${y - 0.34}L${x + 0.17} ${y + 0.03}L${x + 0.38} ${y - 0.18}L${x + 0.34} ${y + 0.3}Z`;
  return svg("path", { d, class: name, "stroke-linejoin": "round", "pointer-events": "none" });
}

/** Lines around each player's zone. @param {Element} root @param {Shape} shape @param {string} cells */
function zones(root, shape, cells) {
  const owner = (/** @type {number} */ cell) => (cells[cell] >= "a" ? 0 : cells[cell] >= "A" ? 1 : -1);
  const { cols, rows } = shape;
  const paths = ["", ""];
  for (let cell = 0; cell < cols * rows; cell++) {
    const who = owner(cell);
    if (who < 0) continue;
    const x = cell % cols, y = Math.floor(cell / cols), i = 0.07;
    const other = (/** @type {number} */ dx, /** @type {number} */ dy) => {
      const nx = x + dx, ny = y + dy;
      return nx < 0 || ny < 0 || nx >= cols || ny >= rows || owner(ny * cols + nx) !== who;
    };
    if (other(0, -1)) paths[who] += `M${x} ${y + i}h1`;
    if (other(0, 1)) paths[who] += `M${x} ${y + 1 - i}h1`;
    if (other(-1, 0)) paths[who] += `M${x + i} ${y}v1`;
    if (other(1, 0)) paths[who] += `M${x + 1 - i} ${y}v1`;
  }
  paths.forEach((d, who) => d && root.append(svg("path", { d, class: `zone${who}` })));
}

/** @param {Element} root @param {Shape} shape @param {string} cells */
function edges(root, shape, cells) {
  const { cols, rows } = shape;
  const open = (/** @type {number} */ cell) => cells[cell] !== "#" && cells[cell] !== "*";
  let d = "";
  const steps = shape.kind === "flood" ? [[1, 0], [0, 1]] : [[1, 0], [0, 1], [1, 1], [1, -1]];
  for (let cell = 0; cell < cols * rows; cell++) {
    if (!open(cell)) continue;
    const x = cell % cols, y = Math.floor(cell / cols);
    for (const [dx, dy] of steps) {
      const nx = x + dx, ny = y + dy;
      if (nx < 0 || ny < 0 || nx >= cols || ny >= rows) {
        if (shape.wraps) d += `M${x + 0.5} ${y + 0.5}l${dx * 0.5} ${dy * 0.5}`;
      } else if (open(ny * cols + nx)) d += `M${x + 0.5} ${y + 0.5}l${dx} ${dy}`;
    }
  }
  root.append(svg("path", { d, class: "edge" }));
}

/** A frame in a cell. @param {Element} root @param {Shape} shape @param {number|null|undefined} cell @param {string} name */
function frame(root, shape, cell, name) {
  if (cell === null || cell === undefined) return;
  const x = cell % shape.cols, y = Math.floor(cell / shape.cols);
  root.append(svg("rect", { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.06, class: name, "pointer-events": "none" }));
}

/** The last move, under the pieces. @param {Element} root @param {Shape} shape @param {Trace} trace */
function last(root, shape, trace) {
  frame(root, shape, trace.from, "from");
  frame(root, shape, trace.to, "last");
  frame(root, shape, trace.arrow, "shot");
}

/** @param {Element} root @param {Shape} shape @param {Marks} marks */
function overlay(root, shape, marks) {
  for (const cell of marks.chosen ?? []) frame(root, shape, cell, "chosen");
  for (const cell of marks.targets ?? []) {
    if (marks.own?.has(cell)) continue;
    root.append(svg("circle", { cx: cell % shape.cols + 0.5, cy: Math.floor(cell / shape.cols) + 0.5, r: 0.14, class: "target" }));
  }
  frame(root, shape, marks.cursor, "cursor");
}

/** @param {Element} root @param {Shape} shape */
function labels(root, shape) {
  const { cols, rows, kind } = shape;
  if (cols > 26) return;
  for (let row = 0; row < rows; row++) {
    const number = kind === "reversi" ? row + 1 : rows - row;
    root.append(svg("text", { x: -0.3, y: row + 0.5 }, String(number)));
  }
  for (let col = 0; col < cols; col++) {
    root.append(svg("text", { x: col + 0.5, y: rows + 0.3 }, String.fromCharCode(97 + col)));
  }
}

/** @param {Element} node @param {Record<string, string|number>} attributes */
function set(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
}

/** The name of a cell. @param {Shape} shape @param {number} cell */
export function cellName(shape, cell) {
  if (shape.cols > 26) return String(cell);
  const row = Math.floor(cell / shape.cols);
  return String.fromCharCode(97 + (cell % shape.cols)) + (shape.kind === "reversi" ? row + 1 : shape.rows - row);
}
