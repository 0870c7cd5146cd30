// @ts-check
/** The shell: one page, links followed without a reload, theme and language. */

import { el } from "./dom.js";
import { currentLanguage, say, setLanguage } from "./words.js";
import { home } from "./home.js";
import { game } from "./game.js";
import { newGame } from "./new.js";
import { standings } from "./standings.js";
import { player } from "./player.js";
import { entry, team } from "./team.js";
import { admin } from "./admin.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {() => void} */
let leave = () => {};

/** Which page shows a path. @param {string} path @returns {(main: HTMLElement) => (() => void)} */
function page(path) {
  const parts = path.split("/").filter(Boolean);
  if (parts.length === 0) return home;
  if (parts[0] === "play") return newGame;
  if (parts[0] === "standings") return (main) => standings(main, parts[1]);
  if (parts[0] === "player" && parts[1]) return (main) => player(main, parts[1]);
  if (parts[0] === "team") return team;
  if (parts[0] === "entry" && parts[1]) return (main) => entry(main, parts[1]);
  if (parts[0] === "admin") return admin;
  if (parts[0] === "game" && parts[1]) return (main) => game(main, parts[1]);
  return (main) => {
    main.append(el("p", { className: "empty" }, say("There is no such page")));
    return () => {};
  };
}

function show() {
  leave();
  main.replaceChildren();
  leave = page(location.pathname)(main);
  const links = [["/", "Watch"], ["/play", "Play"], ["/standings", "Standings"], ["/team", "Team"]];
  // Pages that have no link of their own belong to one that has.
  const parent = /** @type {Record<string, string>} */ ({ player: "/standings", entry: "/team", admin: "/team", game: "/" });
  const at = parent[location.pathname.split("/")[1]] ?? location.pathname;
  const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
  nav.replaceChildren(...links.map(([href, words]) => {
    const here = at === href || (href !== "/" && at.startsWith(`${href}/`));
    return el("a", { href, "data-link": true, "aria-current": here ? "page" : undefined }, say(words));
  }));
  tools();
}

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  show();
  scrollTo(0, 0);
}

function tools() {
  const root = document.documentElement;
  const theme = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  };
  const other = currentLanguage() === "fr" ? "en" : "fr";
  document.getElementById("tools")?.replaceChildren(
    el("button", { className: "icon", title: say("Theme"), "aria-label": say("Theme"), onclick: theme }, "◐"),
    el("button", { className: "icon", title: say("Language"), "aria-label": say("Language"), onclick: () => { setLanguage(other); show(); } }, other.toUpperCase()),
  );
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[data-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(/** @type {string} */ (link.getAttribute("href")));
});
addEventListener("popstate", show);
const theme = localStorage.getItem("theme");
if (theme) document.documentElement.dataset.theme = theme;
setLanguage(currentLanguage());
show();
