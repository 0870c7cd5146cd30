//! `agon players`: the catalogue of strategies and evaluations, with their parameters and defaults.

use std::fmt::Write as _;

use agon_engine::catalog;
use agon_engine::eval::EvalEntry;
use agon_engine::params::{Kind, Param};
use agon_games::catalog::Table;
use agon_games::spec;
use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::output::Output;

/// List the built-in players, their parameters and defaults
///
/// A player is a name with parameters: alphabeta:depth=6,eval=territory. Those with an `eval` also take the
/// parameters of the evaluation they use.
#[derive(Args)]
#[command(after_help = "Examples:
  agon players
  agon players amazons
  agon players reversi --json

Players of your own: ./mine.so and ./mine.wasm (libraries), ugi:COMMAND, uai:COMMAND, gtp:COMMAND,
nboard:COMMAND, botzone:COMMAND and contest:COMMAND (programs), human (you).")]
pub struct Players {
    /// Only what this game has
    game: Option<String>,
}

#[derive(Serialize)]
struct Catalogue {
    players: Vec<Entry>,
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    game: String,
    default_evaluation: &'static str,
    evaluations: Vec<Entry>,
    champion: Vec<Parameter>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    about: &'static str,
    params: Vec<Parameter>,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    values: String,
    default: &'static str,
    about: &'static str,
}

impl Players {
    /// Prints the catalogue.
    pub fn run(&self, output: &Output) -> Result<()> {
        let games: Vec<&str> = match &self.game {
            Some(game) => vec![game],
            None => spec::Kind::ALL.map(spec::Kind::name).to_vec(),
        };
        let mut catalogue = Catalogue { players: Vec::new(), games: Vec::new() };
        for entry in catalog::strategies() {
            let odds = entry.searches().then_some(&catalog::SHARE);
            let params = entry.params.iter().chain(odds).map(Parameter::new).collect();
            catalogue.players.push(Entry { name: entry.name, about: entry.about, params });
        }
        for game in games {
            catalogue.games.push(Game::new(&crate::open::table(game, None)?));
        }
        if output.json { output.value(&catalogue) } else { output.text(&catalogue.text()) }
    }
}

impl Game {
    fn new(table: &Table) -> Self {
        let entry = |entry: &EvalEntry| Entry {
            name: entry.name,
            about: entry.about,
            params: entry.params.iter().map(Parameter::new).collect(),
        };
        Self {
            game: table.spec().to_string(),
            default_evaluation: catalog::default_evaluation(table),
            evaluations: catalog::evaluations(table).iter().map(entry).collect(),
            champion: catalog::champion_params(table).iter().map(Parameter::new).collect(),
        }
    }
}

impl Parameter {
    fn new(param: &Param) -> Self {
        let values = match param.kind {
            Kind::Integer(least, most) => format!("{least} to {most}"),
            Kind::Real(least, most) => format!("{least} to {most}, with decimals"),
            Kind::Switch => "yes, no".to_owned(),
            Kind::Choice(words) => words.join(", "),
            Kind::ChoiceOr(words, least, most) => format!("{}, {least} to {most}", words.join(", ")),
            Kind::Evaluation => "an evaluation of the game".to_owned(),
            Kind::FileOr(word) => format!("{word}, or a file"),
        };
        Self { name: param.name, values, default: param.default, about: param.about }
    }
}

impl Catalogue {
    fn text(&self) -> String {
        let mut text = String::from("Players\n");
        for entry in &self.players {
            entry.write(&mut text);
        }
        for game in &self.games {
            let _ = writeln!(text, "\nEvaluations of {} (default {})", game.game, game.default_evaluation);
            for entry in &game.evaluations {
                entry.write(&mut text);
            }
            if !game.champion.is_empty() {
                let _ = writeln!(text, "  champion's parameters");
                write_params(&game.champion, &mut text);
            }
        }
        text
    }
}

impl Entry {
    fn write(&self, text: &mut String) {
        let _ = writeln!(text, "  {:<12} {}", self.name, self.about);
        write_params(&self.params, text);
    }
}

fn write_params(params: &[Parameter], text: &mut String) {
    for Parameter { name, values, default, about } in params {
        let default = if default.is_empty() { "by the game" } else { default };
        let _ = writeln!(text, "    {:<14} {about} ({values})", format!("{name}={default}"));
    }
}
