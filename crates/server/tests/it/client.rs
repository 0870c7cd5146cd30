//! A small HTTP client, so that tests see what really goes over the wire.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use agon_server::{Config, Server};
use serde_json::Value;

/// On loopback, in memory, without games of the house, and with nobody to hold foreign players.
pub(crate) fn config() -> Config {
    let host = Some(vec!["/bin/false".into()]);
    Config { demo: false, pace: Duration::ZERO, host, ..Config::new(([127, 0, 0, 1], 0).into()) }
}

/// A server of its own for one test.
pub(crate) fn server() -> Server {
    Server::start(&config()).unwrap()
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

pub(crate) fn get(address: SocketAddr, path: &str) -> Reply {
    send(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
}

pub(crate) fn post(address: SocketAddr, path: &str, body: &Value) -> Reply {
    post_from(address, path, &body.to_string(), "Content-Type: application/json\r\n")
}

pub(crate) fn post_from(address: SocketAddr, path: &str, body: &str, headers: &str) -> Reply {
    let length = body.len();
    send(
        address,
        &format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        ),
    )
}

pub(crate) fn send(address: SocketAddr, request: &str) -> Reply {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // A server that refuses early may close while we still write.
    let _ = stream.write_all(request.as_bytes());
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let body = if head.to_lowercase().contains("transfer-encoding: chunked") {
        unchunk(body)
    } else {
        body.to_owned()
    };
    Reply { status, head: head.to_lowercase(), body }
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        whole.push_str(rest.get(..size).unwrap_or(""));
        body = rest.get(size + 2..).unwrap_or("");
    }
    whole
}

/// A stream of events, read one by one.
pub(crate) struct Events(BufReader<TcpStream>);

pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) id: Option<String>,
    pub(crate) data: Value,
}

pub(crate) fn events(address: SocketAddr, path: &str, last: Option<&str>) -> Events {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let last = last.map_or(String::new(), |id| format!("Last-Event-ID: {id}\r\n"));
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n{last}\r\n").unwrap();
    Events(BufReader::new(stream))
}

impl Iterator for Events {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let (mut name, mut id, mut data) = (String::new(), None, None);
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(value) = line.strip_prefix("event: ") {
                name = value.to_owned();
            } else if let Some(value) = line.strip_prefix("id: ") {
                id = Some(value.to_owned());
            } else if let Some(value) = line.strip_prefix("data: ") {
                data = serde_json::from_str(value).ok();
            } else if line.is_empty()
                && let Some(data) = data.take()
            {
                return Some(Event { name, id, data });
            }
        }
    }
}
