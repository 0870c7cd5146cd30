//! `agon submit`: hands a player in at an arena, and follows its check to the verdict.

mod http;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use crate::output::Output;
use http::Arena;

/// Hand a player in at an arena and see its check
///
/// The token is your team's; keep it out of your shell's history with AGON_TOKEN. An https address is checked against
/// the certificates that this machine trusts; SSL_CERT_FILE names others.
#[derive(Args)]
#[command(after_help = "Examples:
  agon submit player.c --game amazons --to http://127.0.0.1:8047 --token agon-0123...
  AGON_TOKEN=agon-0123... agon submit player.so --game flood --to https://arena.example.org
  tar czf player.tar.gz src/*.c && agon submit player.tar.gz --game reversi --to http://127.0.0.1:8047")]
pub struct Submit {
    /// A .so, a .wasm, a .c file or a .tar.gz of C sources
    file: PathBuf,
    /// The ladder: amazons, blobwar, ataxx, flood or reversi
    #[arg(long, short, value_name = "GAME")]
    game: String,
    /// The arena's address
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8047")]
    to: String,
    /// Your team's token; AGON_TOKEN without it
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
}

impl Submit {
    /// Uploads, then prints each finding as it is made.
    pub fn run(&self, output: &Output) -> Result<()> {
        let token = self.token.clone().or_else(|| std::env::var("AGON_TOKEN").ok());
        let token = token.context("which team? give its token with --token or in AGON_TOKEN")?;
        let content = std::fs::read(&self.file)
            .with_context(|| format!("cannot read {}: check the name", self.file.display()))?;
        let name = self.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let arena = Arena::new(&self.to, token.trim())?;
        let entry = arena.upload(&self.game, &name, &content)?;
        let id = entry["id"].as_i64().context("the arena's answer has no number")?;
        output.story(format!("{name} is kept as version {} and is being checked", entry["version"]));
        let mut events = Vec::new();
        let mut verdict = Value::Null;
        arena.follow(id, &mut |event, data| {
            if !output.json {
                tell(output, event, data)?;
            }
            events.push(json!({ "event": event, "data": data }));
            verdict = if event == "state" { data.clone() } else { Value::Null };
            Ok(event != "state")
        })?;
        if output.json {
            output.value(&json!({ "entry": id, "state": verdict["state"], "events": events }))?;
        }
        match verdict["state"].as_str() {
            Some("placed") => Ok(()),
            _ => bail!("{name} was refused: {}", verdict["words"].as_str().unwrap_or("the arena closed")),
        }
    }
}

fn tell(output: &Output, event: &str, data: &Value) -> Result<()> {
    let words = data["words"].as_str().unwrap_or_default();
    match event {
        "item" => {
            let word = if data["passed"] == true { "pass" } else { "FAIL" };
            output.text(&format!("{word}  {:<24} {words}\n", data["name"].as_str().unwrap_or_default()))?;
        }
        "game" => output.story(format!("game {} of {}: {}", data["number"], data["of"], data["ending"])),
        "log" => output.story(format!("what it printed:\n{}", words.trim_end())),
        "state" if data["state"] == "placed" => output.story("on the ladder: its first games begin now"),
        _ => {}
    }
    Ok(())
}
