//! What handing in a player needs of HTTP: an upload and a stream of events, plain or encrypted. Whom to trust is the
//! system's affair: its own certificates count, so that a school's own authority does too.

use std::io::{BufRead, BufReader};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, http::Response};

/// Longer than any answer takes; a check with its queue may take as long as it likes.
const PATIENCE: Duration = Duration::from_secs(120);

/// An arena, and who we are there.
pub struct Arena {
    agent: Agent,
    url: String,
    token: String,
}

impl Arena {
    /// The arena at an address such as `http://127.0.0.1:8047` or `https://arena.example.org`.
    pub fn new(url: &str, token: &str) -> Result<Arena> {
        let known = ["http://", "https://"].iter().any(|scheme| url.starts_with(scheme));
        let url = if known { url.to_owned() } else { format!("http://{url}") };
        let host = url.split_once("://").map_or("", |(_, rest)| rest).trim_end_matches('/');
        ensure!(!host.is_empty(), "`{url}` is not an address: write http://127.0.0.1:8047");
        let is_plain = |c: char| c.is_ascii_graphic();
        ensure!(token.chars().all(is_plain), "a token has letters, digits and dashes only");
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .tls_config(tls);
        let agent = config.build().into();
        Ok(Arena { agent, url: url.trim_end_matches('/').to_owned(), token: token.to_owned() })
    }

    /// Hands a file in; what the arena says about it.
    pub fn upload(&self, game: &str, file: &str, content: &[u8]) -> Result<Value> {
        let target = format!("{}/api/entries?game={}&file={}", self.url, escape(game), escape(file));
        let sent = self
            .agent
            .post(target)
            .header("authorization", format!("Bearer {}", self.token))
            .content_type("application/octet-stream")
            .send(content);
        let mut reply = self.accepted(sent)?;
        let text = reply.body_mut().read_to_string().context("the arena's answer broke off")?;
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Hears the events of a check until `hear` has had enough.
    pub fn follow(&self, entry: i64, hear: &mut dyn FnMut(&str, &Value) -> Result<bool>) -> Result<()> {
        let target = format!("{}/api/entries/{entry}/events", self.url);
        let sent = self.agent.get(target).header("authorization", format!("Bearer {}", self.token)).call();
        let mut lines = BufReader::new(self.accepted(sent)?.into_body().into_reader());
        let (mut name, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            if lines.read_line(&mut line).context("the arena is silent")? == 0 {
                return Ok(());
            }
            if let Some(event) = line.trim_end().strip_prefix("event: ") {
                name = event.to_owned();
            } else if let Some(data) = line.trim_end().strip_prefix("data: ")
                && !hear(&name, &serde_json::from_str(data).unwrap_or_default())?
            {
                return Ok(());
            }
        }
    }

    /// The answer; an error with the arena's words if it refused.
    fn accepted(&self, sent: Result<Response<Body>, ureq::Error>) -> Result<Response<Body>> {
        let mut reply = sent.with_context(|| format!("no arena at {}: check the address", self.url))?;
        let status = reply.status();
        if !status.is_success() {
            let text = reply.body_mut().read_to_string().unwrap_or_default();
            let value: Value = serde_json::from_str(&text).unwrap_or_default();
            let plain = format!("{} answered {status}: is it an arena?", self.url);
            bail!("{}", value["error"].as_str().unwrap_or(&plain));
        }
        Ok(reply)
    }
}

/// Text as part of an address.
fn escape(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}
