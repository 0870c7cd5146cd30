// @ts-check
/** Small ways with the page: elements, messages, requests. Text is always set as text, never as markup. */

/** An element with attributes, listeners (`on...`) and children.
 * @param {string} name @param {Record<string, any>} [attributes] @param {...(Node|string|null|undefined)} children
 * @returns {any} */
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && key !== "list") /** @type {any} */ (node)[key] = value;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Shows a message for a while. @param {string} text */
export function toast(text) {
  const node = el("div", { className: "toast" }, text);
  document.getElementById("toasts")?.append(node);
  setTimeout(() => node.remove(), 3500);
}

/** Asks the server; what it refuses becomes an error with its words. Bytes are sent as they are.
 * @param {string} path @param {object|Blob} [body] @param {string} [method] @returns {Promise<any>} */
export async function ask(path, body, method = "POST") {
  const bytes = body instanceof Blob;
  const options = body === undefined ? {} : {
    method,
    // No page of another site can send this header.
    headers: { "content-type": bytes ? "application/octet-stream" : "application/json", "x-agon": "1" },
    body: bytes ? body : JSON.stringify(body),
  };
  const reply = await fetch(path, options);
  const data = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Error(data.error ?? `${reply.status}`);
  return data;
}

/** A board in words: `amazons/9?shape=donut` is "Amazons 9 × 9 donut". @param {string} spec */
export function boardTitle(spec) {
  const [, name, width, rest] = /^(\w+)(?:\/(\w+))?(?:\?(.*))?$/.exec(spec) ?? [];
  if (!name) return spec;
  const keys = new URLSearchParams(rest ?? "");
  const size = width && /^\d+$/.test(width) ? ` ${width} × ${width}` : width ? ` ${width}` : "";
  const more = ["shape", "map"].map((key) => keys.get(key)).filter((word) => word && word !== "square");
  return `${name[0].toUpperCase()}${name.slice(1)}${size}${more.length ? ` ${more.join(" ")}` : ""}`;
}

/** The colour of a side's pieces. @param {string} kind @param {number} side */
export const sideColour = (kind, side) => ({ reversi: ["#16181d", "#fbfaf6"], flood: ["#ffffff", "#111111"] }[kind] ?? ["var(--first)", "var(--second)"])[side];

/** A time as people say it. @param {number} seconds */
export const duration = (seconds) => (seconds < 1 ? `${(1000 * seconds).toFixed(seconds < 0.1 ? 1 : 0)} ms` : `${seconds.toFixed(2)} s`);
