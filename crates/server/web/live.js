// @ts-check
/** Events from the server that survive a dropped connection: the browser reconnects and says which event it
 * saw last, and the server sends what was missed. */

import { toast } from "./dom.js";
import { say } from "./words.js";

/** Follows a stream until the returned function is called.
 * @param {string} path @param {Record<string, (data: any) => void>} handlers @returns {() => void} */
export function follow(path, handlers) {
  const source = new EventSource(path);
  let lost = false;
  for (const [name, handler] of Object.entries(handlers)) {
    source.addEventListener(name, (event) => handler(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  }
  source.addEventListener("open", () => {
    if (lost) toast(say("Connected again"));
    lost = false;
  });
  source.addEventListener("error", () => {
    if (!lost && source.readyState !== EventSource.CLOSED) toast(say("Connection lost, reconnecting…"));
    lost = true;
  });
  return () => source.close();
}
