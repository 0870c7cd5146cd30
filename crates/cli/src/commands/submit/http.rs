//! As much of HTTP as handing in a player needs: one request per connection, an answer, or a stream of events.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Longer than any check is silent.
const SILENCE: Duration = Duration::from_secs(120);

/// An arena, and who we are there.
pub struct Arena {
    host: String,
    path: String,
    token: String,
}

impl Arena {
    /// The arena at an address such as `http://127.0.0.1:8047`.
    pub fn new(url: &str, token: &str) -> Result<Arena> {
        if url.starts_with("https://") {
            bail!(
                "{url}: this command speaks plain http; use the page, or a tunnel (ssh -L 8047:localhost:8047 ...)"
            );
        }
        let rest = url.strip_prefix("http://").unwrap_or(url).trim_end_matches('/');
        let (host, path) = rest.split_once('/').map_or((rest, ""), |(host, path)| (host, path));
        if host.is_empty() || token.chars().any(char::is_control) {
            bail!("`{url}` is not an address: write http://127.0.0.1:8047");
        }
        let host = if host.rsplit(']').next().unwrap_or(host).contains(':') {
            host.to_owned()
        } else {
            format!("{host}:80")
        };
        let path = if path.is_empty() { String::new() } else { format!("/{path}") };
        Ok(Arena { host, path, token: token.to_owned() })
    }

    /// Hands a file in; what the arena says about it.
    pub fn upload(&self, game: &str, file: &str, content: &[u8]) -> Result<Value> {
        let target = format!("/api/entries?game={}&file={}", escape(game), escape(file));
        let kind = "Content-Type: application/octet-stream\r\n";
        let mut reply = self.send("POST", &target, kind, content)?;
        let mut body = String::new();
        reply.read_to_string(&mut body)?;
        Ok(serde_json::from_str(&body).unwrap_or_default())
    }

    /// Hears the events of a check until `hear` has had enough.
    pub fn follow(&self, entry: i64, hear: &mut dyn FnMut(&str, &Value) -> Result<bool>) -> Result<()> {
        let mut lines = self.send("GET", &format!("/api/entries/{entry}/events"), "", &[])?;
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

    /// The body of the answer; an error with the arena's words if it refused.
    fn send(&self, method: &str, target: &str, headers: &str, body: &[u8]) -> Result<Box<dyn BufRead>> {
        let cannot = || format!("no arena at http://{}: check the address", self.host);
        let mut stream = TcpStream::connect(&self.host).with_context(cannot)?;
        stream.set_read_timeout(Some(SILENCE))?;
        let Arena { host, path, token } = self;
        let length = body.len();
        write!(
            stream,
            "{method} {path}{target} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\n{headers}Content-Length: {length}\r\n\r\n"
        )?;
        // An arena that refuses early says why, even if it reads no further.
        let _ = stream.write_all(body);
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let status: u16 = line.split(' ').nth(1).and_then(|code| code.parse().ok()).with_context(cannot)?;
        let mut is_chunked = false;
        loop {
            line.clear();
            if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
                break;
            }
            is_chunked |= line.to_ascii_lowercase().starts_with("transfer-encoding: chunked");
        }
        let mut reply: Box<dyn BufRead> = if is_chunked {
            Box::new(BufReader::new(Chunks { inner: reader, left: 0 }))
        } else {
            Box::new(reader)
        };
        if status >= 300 {
            let mut body = String::new();
            reply.read_to_string(&mut body)?;
            let value: Value = serde_json::from_str(&body).unwrap_or_default();
            bail!("{}", value["error"].as_str().unwrap_or(&format!("the arena answered {status}")));
        }
        Ok(reply)
    }
}

/// A body that comes in pieces, each behind its length.
struct Chunks<R> {
    inner: R,
    left: usize,
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.left == 0 {
            let mut line = String::new();
            while line.trim().is_empty() {
                line.clear();
                if self.inner.read_line(&mut line)? == 0 {
                    return Ok(0);
                }
            }
            let size = line.trim().split(';').next().unwrap_or_default();
            self.left = usize::from_str_radix(size, 16).map_err(std::io::Error::other)?;
            if self.left == 0 {
                return Ok(0);
            }
        }
        let most = buffer.len().min(self.left);
        let n = self.inner.read(&mut buffer[..most])?;
        self.left -= n;
        Ok(n)
    }
}

/// Text as part of an address.
fn escape(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}
