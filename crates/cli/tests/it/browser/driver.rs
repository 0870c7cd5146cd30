//! A real browser: Debian's Chromium, told what to do by its driver over the WebDriver protocol. The part of the
//! protocol that the tests need is a few JSON messages, so no library stands between.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use serde_json::{Value, json};

use crate::serving::PATIENCE;

/// What makes it quiet, windowless and content to run as root.
const FLAGS: [&str; 13] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
];
/// The name of a reference to an element in WebDriver's messages.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with its driver; both end with the test.
pub struct Browser {
    driver: Child,
    /// Held open: the driver must not outlive us.
    _stdin: Option<ChildStdin>,
    port: u16,
    session: String,
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            // The driver closes the browser and removes its profile.
            let _ = call(self.port, "DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        self.driver.kill().ok();
        self.driver.wait().ok();
    }
}

/// Whether there is a browser to test with; tests say so and pass without.
pub fn is_there() -> bool {
    let there =
        ["/usr/bin/chromium", "/usr/bin/chromedriver"].into_iter().all(|file| Path::new(file).exists());
    if !there {
        eprintln!("skipped: chromium and chromium-driver are not installed");
    }
    there
}

/// A driver and the port that it listens on, if it comes to that; it ends with its input.
fn start_driver(home: &Path) -> Option<(Child, Option<ChildStdin>, u16)> {
    let mut driver = Command::new("/usr/bin/chromedriver")
        .arg("--port=0")
        .env("HOME", home)
        .env("TMPDIR", home)
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let stdin = driver.stdin.take();
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
    });
    let Some(port) = port else {
        let _ = driver.kill();
        let _ = driver.wait();
        return None;
    };
    // It may print more, and must not be stopped by a full pipe.
    std::thread::spawn(move || lines.for_each(drop));
    Some((driver, stdin, port))
}

impl Browser {
    /// Starts one that speaks English, saves downloads in this folder, and keeps everything else there too.
    pub fn start(folder: &Path) -> Self {
        let home = folder.join("browser");
        std::fs::create_dir_all(&home).unwrap();
        // A driver was once seen to end before it had a port, one of several that started at the same time.
        let (driver, stdin, port) = (0..3).find_map(|_| start_driver(&home)).expect("the driver's port");
        let mut browser = Self { driver, _stdin: stdin, port, session: String::new() };
        let wish = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": {
                "binary": "/usr/bin/chromium",
                "args": FLAGS.iter().map(|flag| (*flag).to_owned()).chain(["--lang=en-US".to_owned()]).collect::<Vec<_>>(),
                "prefs": { "download.default_directory": folder.join("downloads"), "intl.accept_languages": "en-US" },
            },
        } } });
        // A machine that is very busy may let a start fail.
        let mut made = call(browser.port, "POST", "/session", &wish);
        for _ in 0..2 {
            made = made.or_else(|_| call(browser.port, "POST", "/session", &wish));
        }
        browser.session = made.expect("a session with the browser")["sessionId"].as_str().unwrap().to_owned();
        browser
    }

    /// One command of the protocol; an error when the browser refuses.
    pub fn tell(&self, what: &str, body: &Value) -> Result<Value, String> {
        let method = if body.is_null() { "GET" } else { "POST" };
        call(self.port, method, &format!("/session/{}/{what}", self.session), body)
    }

    /// Runs a script in the page and gives back what it returns.
    pub fn run(&self, script: &str, args: &[Value]) -> Value {
        let ran = self.tell("execute/sync", &json!({ "script": script, "args": args }));
        ran.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The element that this selects, if it is there.
    pub fn find(&self, css: &str) -> Option<String> {
        let found = self.tell("element", &json!({ "using": "css selector", "value": css })).ok()?;
        Some(found[ELEMENT].as_str()?.to_owned())
    }
}

/// Sends one request to the driver and reads its answer.
fn call(port: u16, method: &str, path: &str, body: &Value) -> Result<Value, String> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(|error| error.to_string())?;
    stream.set_read_timeout(Some(2 * PATIENCE)).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .map_err(|error| error.to_string())?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        let n = reader.read_line(&mut line).map_err(|error| error.to_string())?;
        if n == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut bytes = vec![0; length];
    reader.read_exact(&mut bytes).map_err(|error| format!("{method} {path}: {error}"))?;
    let reply: Value = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    match reply["value"]["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", reply["value"]["message"].as_str().unwrap_or_default())),
        None => Ok(reply["value"].clone()),
    }
}
