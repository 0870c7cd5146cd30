// @ts-check
/** Events from the server that survive a dropped connection: the browser reconnects and says which event it
 * saw last, and the server sends what was missed. */

import { toast } from "./dom.js";
import { say } from "./words.js";

/** Follows a stream until the returned function is called. Where the browser gives up, for a proxy said something in the
 * arena's place, it begins anew, and `reset` is called before.
 * @param {string} path @param {Record<string, (data: any) => void>} handlers @param {() => void} [reset] @returns {() => void} */
export function follow(path, handlers, reset = () => {}) {
  let lost = false, left = false;
  /** @type {EventSource} */ let source;
  const open = () => {
    if (left) return;
    source = new EventSource(path);
    for (const [name, handler] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => handler(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    }
    source.addEventListener("open", () => {
      if (lost) toast(say("Connected again"));
      lost = false;
    });
    source.addEventListener("error", () => {
      if (!lost) toast(say("Connection lost, reconnecting…"));
      lost = true;
      if (source.readyState === EventSource.CLOSED) setTimeout(() => { reset(); open(); }, 2000);
    });
  };
  open();
  return () => { left = true; source.close(); };
}
