// @ts-check
/** A team's page: signing in, handing in a player, and the check of one as it goes on. */

import { ask, el, toast } from "./dom.js";
import { follow } from "./live.js";
import { say } from "./words.js";

/** Goes somewhere without a reload. @param {string} path */
const go = async (path) => (await import("./app.js")).go(path);
/** @param {unknown} error */
const complain = (error) => toast(/** @type {Error} */ (error).message);
/** @param {number} seconds */
export const when = (seconds) => new Date(1000 * seconds).toLocaleString();

/** The form that asks for a token; calls back once someone is signed in. @param {() => void} done */
export function signIn(done) {
  const token = el("input", { name: "token", type: "password", autocomplete: "current-password", required: true });
  const form = el("form", { className: "panel narrow", id: "sign-in" }, el("h1", {}, say("Sign in")),
    el("label", {}, say("Token"), token), el("p", { className: "meta" }, say("Your team's token, as your teacher gave it to you")),
    el("button", { className: "primary", type: "submit" }, say("Sign in")));
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await ask("/api/session", { token: token.value });
      done();
    } catch (error) {
      complain(error);
    }
  });
  return form;
}

/** @param {() => void} done */
export const signOut = (done) => el("button", { id: "sign-out", onclick: async () => { await ask("/api/session", {}, "DELETE").catch(complain); done(); } }, say("Sign out"));

/** @param {HTMLElement} main */
export function team(main) {
  const show = async () => {
    const session = await ask("/api/session").catch(() => ({ role: "guest" }));
    main.replaceChildren();
    if (session.role === "guest") return void main.append(signIn(show));
    if (session.role === "administrator") {
      return void main.append(el("div", { className: "panel narrow" }, el("p", {}, say("You are signed in as the administrator")),
        el("div", { className: "row" }, el("a", { className: "button primary", href: "/admin", "data-link": true }, say("Administration")), signOut(show))));
    }
    const list = el("div", { className: "panel scroll" }, el("h2", {}, say("Handed in")));
    main.append(el("h1", {}, session.name), upload(session), list, el("div", { className: "row" }, signOut(show)));
    const entries = await ask("/api/entries").catch(() => []);
    list.append(entries.length ? table(entries) : el("p", { className: "empty" }, say("nothing yet")));
  };
  show();
  return () => {};
}

/** @param {any} session */
function upload(session) {
  const games = ["amazons", "blobwar", "ataxx", "flood", "reversi"];
  const game = el("select", { name: "game" }, ...games.map((name) => el("option", { value: name, selected: name === localStorage.getItem("ladder") }, name)));
  const file = el("input", { type: "file", name: "file", accept: ".so,.wasm,.c,.gz,.tgz,.tar,.xz,.bz2" });
  const notes = [];
  if (session.frozen) notes.push(say("The ladder is frozen"));
  if (session.deadline) notes.push(say("Uploads end {0}", when(session.deadline)));
  const form = el("form", { className: "panel", id: "upload" }, el("h2", {}, say("Hand in a player")), ...notes.map((words) => el("p", { className: "meta" }, words)),
    el("div", { className: "two" }, el("label", {}, say("Game"), game), el("label", {}, say("File"), file)),
    el("p", { className: "meta" }, say("A .so, a .wasm, a .c file or a .tar.gz of C sources")),
    el("button", { className: "primary", type: "submit" }, say("Hand in")));
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = file.files?.[0];
    if (!chosen) return toast(say("Choose a file first"));
    localStorage.setItem("ladder", game.value);
    const bytes = new Blob([chosen], { type: "application/octet-stream" });
    try {
      const made = await ask(`/api/entries?game=${encodeURIComponent(game.value)}&file=${encodeURIComponent(chosen.name)}`, bytes);
      go(`/entry/${made.id}`);
    } catch (error) {
      complain(error);
    }
  });
  return form;
}

/** @param {any[]} entries @param {boolean} [all] */
export function table(entries, all = false) {
  const heads = [...(all ? ["Team"] : []), "Game", "Version", "File", "State", "When"];
  const rows = entries.map((e) => el("tr", {}, ...(all ? [el("td", {}, e.team_name)] : []), el("td", {}, e.game),
    el("td", {}, el("a", { href: `/entry/${e.id}`, "data-link": true }, `v${e.version}`)), el("td", {}, e.file), el("td", { className: e.state === "refused" || e.state === "suspended" ? "no" : e.state === "placed" ? "ok" : "" }, say(e.state)), el("td", {}, when(e.created))));
  return el("table", { className: "left" }, el("thead", {}, el("tr", {}, ...heads.map((h) => el("th", { scope: "col" }, say(h))))), el("tbody", {}, ...rows));
}

/** One upload and its check. @param {HTMLElement} main @param {string} id */
export function entry(main, id) {
  let stop = () => {};
  ask(`/api/entries/${id}`).then(({ entry }) => {
    const list = el("ul", { className: "report", "aria-live": "polite" });
    const state = el("p", { className: "status", id: "entry-state", "data-state": entry.state }, say(entry.state));
    const log = el("div"), actions = el("div", { className: "row" });
    main.append(el("div", { className: "panel" }, el("h1", {}, say("Check of {0}", `${entry.game} v${entry.version}`)), el("p", { className: "meta" }, `${entry.file} · ${entry.bytes} B · ${when(entry.created)}`), state, list, log, actions));
    const put = (/** @type {string} */ now, /** @type {string} */ words = "") => {
      state.textContent = words ? `${say(now)}: ${words}` : say(now);
      state.dataset.state = now;
      state.className = `status ${now === "refused" || now === "suspended" ? "no" : now === "placed" ? "ok" : ""}`;
      const act = (/** @type {string} */ path, /** @type {string} */ next, /** @type {string} */ label) => el("button", { onclick: () => ask(path, {}).then(() => put(next)).catch(complain) }, say(label));
      const back = isAdministrator && (now === "retired" || now === "suspended");
      actions.replaceChildren(...(now === "placed" ? [act(`/api/entries/${id}/retire`, "retired", "Take off the ladder")] : []), ...(back ? [act(`/api/admin/entries/${id}/place`, "placed", "Put back")] : []));
    };
    let isAdministrator = false;
    ask("/api/session").then((session) => { isAdministrator = session.role === "administrator"; put(state.dataset.state ?? entry.state); }).catch(() => {});
    put(entry.state);
    stop = follow(`/api/entries/${id}/events`, {
      item: (item) => list.append(el("li", {}, el("span", { className: `tag ${item.passed ? "ok" : "no"}` }, say(item.passed ? "pass" : "FAIL")), el("span", {}, el("b", {}, item.name), ` ${item.words}`))),
      game: (game) => { if (state.dataset.state !== "placed") state.textContent = `${say("checking")}: ${say("game {0} of {1}", game.number, game.of)} (${game.ending})`; },
      log: (told) => log.replaceChildren(el("h2", {}, say("What it printed")), el("pre", {}, told.words)),
      state: (now) => { stop(); if (entry.state === "waiting" || entry.state === "checking") put(now.state, now.words ?? ""); else if (now.words) put(entry.state, now.words); },
    }, () => list.replaceChildren());
    return ask(`/api/entries/${id}/logs`).then((logs) => {
      if (!logs.length) return;
      const shown = logs.map((/** @type {any} */ l) => el("div", {}, el("a", { href: `/game/${l.game}`, "data-link": true }, l.game), el("pre", {}, l.log)));
      main.append(el("div", { className: "panel" }, el("h2", {}, say("What it printed in its latest games")), ...shown));
    });
  }).catch((error) => main.append(el("p", { className: "empty" }, error.message)));
  return () => stop();
}
