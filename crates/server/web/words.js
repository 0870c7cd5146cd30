// @ts-check
/** The words of the pages, in English and French. Keys are the English words. */

/** @type {Record<string, string>} */
const FRENCH = {
  "Watch": "Regarder", "Play": "Jouer", "Standings": "Classement", "Games in progress": "Parties en cours", "Just finished": "Terminées à l'instant",
  "Play a game": "Jouer une partie", "Game": "Jeu", "Shape": "Forme", "Width": "Largeur", "Opponent": "Adversaire", "Level": "Niveau",
  "You play": "Vous jouez", "first": "en premier", "second": "en second", "either": "au hasard", "Clock": "Pendule", "no limit": "sans limite",
  "Start": "Commencer", "your move": "à vous de jouer", "thinking…": "réfléchit…", "You won": "Vous avez gagné", "You lost": "Vous avez perdu",
  "Draw": "Partie nulle", "{0} won": "{0} a gagné", "Take back": "Reprendre", "Hint": "Conseil", "Resign": "Abandonner", "New game": "Nouvelle partie",
  "Pass": "Passer", "Undo step": "Annuler l'étape", "Graph view": "Vue en graphe", "Grid view": "Vue en grille", "Copy link": "Copier le lien",
  "Link copied": "Lien copié", "Invite link copied": "Lien d'invitation copié", "Analyse": "Analyser", "Evaluation": "Évaluation", "Moves": "Coups",
  "no game is being played": "aucune partie en cours", "Connection lost, reconnecting…": "Connexion perdue, reconnexion…", "Connected again": "Reconnecté",
  "another person": "une autre personne", "a champion": "un champion", "You": "Vous", "best was {0}": "le meilleur était {0}", "Mistakes": "Erreurs",
  "none found": "aucune trouvée", "Theme": "Thème", "Language": "Langue", "There is no such page": "Cette page n'existe pas", "Player": "Joueur",
  "Rating": "Cote", "Games": "Parties", "Score": "Score", "interval": "intervalle", "move by move": "coup par coup", "watching": "en direct",
  "replay": "rediffusion", "choose where the queen goes": "choisissez où va la dame", "choose where the arrow lands": "choisissez où tombe la flèche",
  "Keys": "Touches", "arrows move the cursor, Enter plays, Escape undoes, , and . step through the game": "les flèches déplacent le curseur, Entrée joue, Échap annule, , et . parcourent la partie",
  "custom": "autre", "ended: {0}": "fin : {0}", "wins": "gagne", "Sound": "Son", "All": "Tous", "waiting for the other player": "en attente de l'autre joueur",
  "no rated games yet": "pas encore de parties classées", "You resigned": "Vous avez abandonné",
};

let language = localStorage.getItem("language") ?? (navigator.language.startsWith("fr") ? "fr" : "en");

/** The words in the reader's language, with `{0}`.. filled in. @param {string} words @param {...(string|number)} values */
export function say(words, ...values) {
  const text = language === "fr" ? FRENCH[words] ?? words : words;
  return text.replace(/\{(\d)\}/g, (_, n) => String(values[Number(n)]));
}

/** @returns {string} */
export const currentLanguage = () => language;

/** @param {string} next */
export function setLanguage(next) {
  language = next;
  localStorage.setItem("language", next);
  document.documentElement.lang = next;
}
