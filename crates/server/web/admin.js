// @ts-check
/** The administrator's page: teams and their tokens, settings, uploads, exports. */

import { ask, el, toast } from "./dom.js";
import { signIn, signOut, table, when } from "./team.js";
import { say } from "./words.js";

/** @param {unknown} error */
const complain = (error) => toast(/** @type {Error} */ (error).message);

/** @param {HTMLElement} main */
export function admin(main) {
  const show = async () => {
    const session = await ask("/api/session").catch(() => ({ role: "guest" }));
    main.replaceChildren();
    if (session.role !== "administrator") {
      return void main.append(el("p", { className: "empty" }, say("Only the administrator may look here: sign in with the administrator's token")), signIn(show));
    }
    main.append(el("h1", {}, say("Administration")), await teams(), await settings(), await entries(), exports(), el("div", { className: "row" }, signOut(show)));
  };
  show().catch(complain);
  return () => {};
}

async function teams() {
  const list = el("tbody"), shown = el("p", { id: "new-token", "aria-live": "polite" });
  const reveal = (/** @type {string} */ name, /** @type {string} */ token) => shown.replaceChildren(`${name}: ${say("This token is shown once: give it to the team")} `, el("span", { className: "secret" }, token));
  const fill = async () => {
    const all = await ask("/api/admin/teams");
    list.replaceChildren(...all.map((/** @type {any} */ t) => el("tr", {}, el("td", {}, t.name), el("td", {}, t.closed ? say("closed") : when(t.created)), el("td", {},
      el("button", { onclick: () => ask(`/api/admin/teams/${t.id}/token`, {}).then((made) => { reveal(t.name, made.token); fill(); }).catch(complain) }, say("New token")), " ",
      el("button", { disabled: t.closed, onclick: () => ask(`/api/admin/teams/${t.id}/close`, {}).then(fill).catch(complain) }, say("Close"))))));
  };
  const name = el("input", { name: "team", required: true, maxLength: 40 });
  const form = el("form", { id: "new-team" }, el("label", {}, say("New team"), name), el("button", { className: "primary", type: "submit" }, say("Create")));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    ask("/api/admin/teams", { name: name.value }).then((made) => { reveal(made.team.name, made.token); name.value = ""; return fill(); }).catch(complain);
  });
  await fill();
  return el("div", { className: "panel scroll" }, el("h2", {}, say("Teams")), form, shown, el("table", { className: "left" }, list));
}

async function settings() {
  const now = await ask("/api/admin/settings");
  const number = (/** @type {string} */ key, /** @type {string} */ words) => el("label", {}, say(words), el("input", { name: key, type: "number", value: now[key] }));
  const deadline = el("input", { name: "deadline", type: "datetime-local" });
  if (now.deadline) deadline.value = new Date(1000 * now.deadline - 60000 * new Date().getTimezoneOffset()).toISOString().slice(0, 16);
  const frozen = el("input", { type: "checkbox", name: "frozen", checked: now.frozen });
  const clock = el("input", { name: "clock", value: now.clock });
  const form = el("form", { id: "settings" }, el("div", { className: "two" }, el("label", {}, say("Clock"), clock), el("label", {}, say("Deadline"), deadline),
    number("memory_mb", "Memory (MB)"), number("upload_kb", "Upload (KB)"), number("uploads_per_hour", "Uploads an hour"), number("check_games", "Games of a check")),
    el("label", { className: "check" }, frozen, say("Freeze the ladder")), el("button", { className: "primary", type: "submit" }, say("Save")));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const read = (/** @type {string} */ key) => Number(form.elements[key].value);
    const wish = { clock: clock.value, frozen: frozen.checked, deadline: deadline.value ? Math.floor(new Date(deadline.value).getTime() / 1000) : null,
      memory_mb: read("memory_mb"), upload_kb: read("upload_kb"), uploads_per_hour: read("uploads_per_hour"), check_games: read("check_games") };
    ask("/api/admin/settings", wish).then(() => toast(say("Saved"))).catch(complain);
  });
  return el("div", { className: "panel" }, el("h2", {}, say("Settings")), form);
}

async function entries() {
  const all = await ask("/api/entries");
  return el("div", { className: "panel scroll" }, el("h2", {}, say("Handed in")), all.length ? table(all, true) : el("p", { className: "empty" }, say("nothing yet")));
}

function exports() {
  const link = (/** @type {string} */ what, /** @type {string} */ words) => el("a", { className: "button", href: `/api/admin/export/${what}`, download: what }, say(words));
  return el("div", { className: "panel" }, el("h2", {}, say("Export")), el("div", { className: "row" }, link("games.csv", "Games as CSV"), link("games.jsonl", "Games as JSON"), link("standings.csv", "Standings as CSV"), link("arena.db", "Whole database")));
}
