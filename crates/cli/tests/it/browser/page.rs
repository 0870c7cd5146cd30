//! What a person does with a page: go somewhere, look, click, type, wait until something shows. Every wait is for a
//! condition, never for a time.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::driver::Browser;
use crate::serving::await_some;

/// Widths of a laptop and of a phone, with the heights that go with them.
pub const SIZES: [(u32, u32); 2] = [(1440, 900), (390, 844)];

impl Browser {
    /// Goes to an address.
    pub fn open(&self, url: &str) {
        self.tell("url", &json!({ "url": url })).unwrap();
    }

    /// Waits until a script that returns a value says something other than null or false.
    pub fn wait(&self, what: &str, script: &str) -> Value {
        await_some(what, || {
            let said = self.run(script, &[]);
            (!said.is_null() && said != json!(false)).then_some(said)
        })
    }

    /// Waits until an element is there and shows these words.
    pub fn wait_for(&self, css: &str, words: &str) {
        let script = "return [...document.querySelectorAll(arguments[0])].some((node) => node.textContent.includes(arguments[1]))";
        await_some(&format!("`{words}` in {css}"), || {
            (self.run(script, &[json!(css), json!(words)]) == json!(true)).then_some(())
        });
    }

    /// The text of the page.
    pub fn text(&self) -> String {
        self.run("return document.body.innerText", &[]).as_str().unwrap_or_default().to_owned()
    }

    /// Clicks an element once it is there and nothing covers it.
    pub fn click(&self, css: &str) {
        let mut last = String::new();
        let clicked = || {
            let element = self.find(css)?;
            match self.tell(&format!("element/{element}/click"), &json!({})) {
                Ok(_) => Some(()),
                // The page was redrawn, or a message passed over it: look again.
                Err(error) => {
                    last = error;
                    None
                }
            }
        };
        await_some(&format!("a click on {css}"), clicked);
    }

    /// Types into an element once it is there. For a file's field this is the file's path.
    pub fn type_into(&self, css: &str, text: &str) {
        await_some(&format!("{css} to type into"), || {
            let element = self.find(css)?;
            self.tell(&format!("element/{element}/value"), &json!({ "text": text })).ok()
        });
    }

    /// Presses keys one after the other, whatever has the focus.
    pub fn press(&self, keys: &[&str]) {
        let strokes: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
            })
            .collect();
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": strokes }] });
        self.tell("actions", &actions).unwrap();
    }

    /// Drags from the middle of one element to the middle of another.
    pub fn drag(&self, from: &str, to: &str) {
        let middle = |css: &str| {
            let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]";
            self.run(script, &[json!(css)])
        };
        let (a, b) = (middle(from), middle(to));
        let go = |at: &Value| json!({ "type": "pointerMove", "duration": 0, "x": at[0], "y": at[1] });
        let steps = json!([go(&a), { "type": "pointerDown", "button": 0 }, go(&b), { "type": "pointerUp", "button": 0 }]);
        let pointer = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": steps });
        self.tell("actions", &json!({ "actions": [pointer] })).unwrap();
    }

    /// Chooses an option of a list.
    pub fn choose(&self, css: &str, value: &str) {
        let script = "const list = document.querySelector(arguments[0]); const has = list && [...list.options].some((o) => o.value === arguments[1]);
            if (has) { list.value = arguments[1]; list.dispatchEvent(new Event('change', { bubbles: true })); } return Boolean(has)";
        await_some(&format!("`{value}` in {css}"), || {
            (self.run(script, &[json!(css), json!(value)]) == json!(true)).then_some(())
        });
    }

    /// Makes the window so large.
    pub fn resize(&self, (width, height): (u32, u32)) {
        // A window has a smallest width: a phone must be pretended.
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.tell(
            "goog/cdp/execute",
            &json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics }),
        )
        .unwrap();
    }

    /// Pictures of the page at every width, beside the test's other output. Nothing may stick out.
    pub fn shoot(&self, name: &str) {
        for size in SIZES {
            self.resize(size);
            self.run("scrollTo(0, 0)", &[]);
            let wide = "const wide = document.documentElement.scrollWidth; return wide <= innerWidth ? null : `${wide} > ${innerWidth}`";
            assert_eq!(self.run(wide, &[]), Value::Null, "{name} at {} pixels is too wide", size.0);
            let shot = self.tell("screenshot", &Value::Null).unwrap();
            let file = pictures().join(format!("{name}-{}.png", size.0));
            std::fs::write(file, base64(shot.as_str().unwrap())).unwrap();
        }
        self.resize(SIZES[0]);
    }

    /// What the browser complained of since it was last asked: errors of scripts, refused styles, missing files. Requests
    /// that a change of page broke off are nobody's fault.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.tell("se/log", &json!({ "type": "browser" })).unwrap();
        let severe = log.as_array().into_iter().flatten().filter(|line| line["level"] == "SEVERE");
        let words = severe.map(|line| line["message"].as_str().unwrap_or_default().to_owned());
        words.filter(|words| !words.contains("net::ERR_")).collect()
    }
}

/// Where pictures go.
pub fn pictures() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The bytes of a text in base 64.
fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(digit).collect();
    let bytes = |four: &[u8]| {
        let bits =
            four.iter().enumerate().fold(0u32, |bits, (n, digit)| bits | u32::from(*digit) << (18 - 6 * n));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(bytes).collect()
}
