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
  "Team": "Équipe", "Sign in": "Se connecter", "Sign out": "Se déconnecter", "Token": "Jeton", "Your team's token, as your teacher gave it to you": "Le jeton de votre équipe, donné par votre enseignant",
  "Hand in a player": "Déposer un joueur", "File": "Fichier", "A .so, a .wasm, a .c file or a .tar.gz of C sources": "Un .so, un .wasm, un fichier .c ou un .tar.gz de sources C",
  "Hand in": "Déposer", "Handed in": "Déposés", "Version": "Version", "State": "État", "When": "Quand", "nothing yet": "rien encore", "Choose a file first": "Choisissez d'abord un fichier",
  "waiting": "en attente", "checking": "en cours de contrôle", "refused": "refusé", "placed": "au classement", "retired": "retiré", "suspended": "mis de côté",
  "Check of {0}": "Contrôle de {0}", "pass": "réussi", "FAIL": "ÉCHEC", "game {0} of {1}": "partie {0} sur {1}", "What it printed": "Ce qu'il a écrit", "What it printed in its latest games": "Ce qu'il a écrit dans ses dernières parties",
  "Take off the ladder": "Retirer du classement", "Put back": "Remettre", "Administration": "Administration", "Teams": "Équipes", "New team": "Nouvelle équipe", "Name": "Nom", "Create": "Créer",
  "This token is shown once: give it to the team": "Ce jeton n'est montré qu'une fois : donnez-le à l'équipe", "New token": "Nouveau jeton", "Close": "Fermer", "closed": "fermée", "Settings": "Réglages", "Save": "Enregistrer", "Saved": "Enregistré",
  "Memory (MB)": "Mémoire (Mo)", "Upload (KB)": "Dépôt (Ko)", "Uploads an hour": "Dépôts par heure", "Games of a check": "Parties d'un contrôle", "Deadline": "Échéance", "Freeze the ladder": "Geler le classement",
  "Export": "Exporter", "Games as CSV": "Parties en CSV", "Games as JSON": "Parties en JSON", "Standings as CSV": "Classement en CSV", "Whole database": "Base de données entière",
  "Ladder": "Classement", "Cross table": "Table croisée", "History of ratings": "Histoire des cotes", "after {0} games": "après {0} parties", "Who is ahead": "Qui est devant",
  "{0} is ahead of {1} with {2} % ({3} games between them)": "{0} est devant {1} à {2} % ({3} parties entre eux)", "clock {0}": "pendule {0}", "Opponents": "Adversaires", "Won": "Gagnées", "Drawn": "Nulles", "Lost": "Perdues", "Endings": "Fins de parties",
  "Time": "Temps", "{0} a game, longest move {1} (last {2} games)": "{0} par partie, coup le plus long {1} ({2} dernières parties)", "Latest games": "Dernières parties", "Result": "Résultat", "house": "maison", "Versions": "Versions", "rank {0} of {1}": "rang {0} sur {1}",
  "Its check and its log": "Son contrôle et son journal", "square": "carré", "rectangle": "rectangle", "donut": "anneau", "clover": "trèfle", "eight": "huit", "h": "H", "torus": "tore",
  "rules": "règles", "time": "temps", "resigned": "abandon", "illegal": "coup illégal", "crash": "plantage", "memory": "mémoire", "protocol": "protocole", "aborted": "interrompue",
  "guest": "invité", "move {0}": "coup {0}", "moves": "coups", "blobs": "pions", "cells": "cases", "discs": "pions", "Colour": "Couleur", "Play again": "Rejouer", "New opponent": "Autre adversaire", "Sound on": "Son activé", "Sound off": "Son coupé", "best line": "meilleure suite", "first wins": "le premier gagne", "second wins": "le second gagne",
  "won": "gagnée", "lost": "perdue", "drawn": "nulle", "The ladder is frozen": "Le classement est gelé", "Uploads end {0}": "Les dépôts ferment {0}", "You are signed in as the administrator": "Vous êtes connecté comme administrateur", "Only the administrator may look here: sign in with the administrator's token": "Réservé à l'administrateur : connectez-vous avec son jeton", "against {0}": "contre {0}", "faults": "fautes",
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
