//! A drawing: a few kinds of shapes on a sheet, to be written as SVG or turned into a PNG.
//!
//! Within a page the ink takes the page's own colour, so that drawings follow its light or dark look.

use std::fmt::Write;

/// Colours that can be told apart, also by most colour-blind people.
pub(super) const COLOURS: [&str; 12] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7f7f7f", "#6a51a3",
    "#a50f15", "#31a354", "#bcbd22",
];

/// The size of all text.
pub(super) const TEXT: f64 = 12.0;

/// Shapes on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Said to who cannot see it.
    pub(super) title: String,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) shapes: Vec<Shape>,
}

/// One shape; later ones lie over earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// A line through points.
    Line { points: Vec<[f64; 2]>, width: f64, ink: Ink },
    /// A filled rectangle, with what it says when pointed at.
    Block { at: [f64; 2], size: [f64; 2], ink: Ink, note: Option<String> },
    /// A filled circle.
    Dot { at: [f64; 2], radius: f64, ink: Ink, note: Option<String> },
    /// Text, which may run upwards.
    Text { at: [f64; 2], text: String, anchor: Anchor, is_upward: bool },
}

/// What a shape is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// As the text.
    Text,
    /// Hardly to be seen.
    Faint,
    /// One of [`COLOURS`], which come round.
    Colour(usize),
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Drawing {
    /// The drawing as part of a page.
    pub fn svg(&self) -> String {
        self.written("", "currentColor", "")
    }

    /// The drawing as a file of its own, on white.
    pub fn svg_file(&self) -> String {
        let size = format!(" width=\"{}\" height=\"{}\"", self.width, self.height);
        self.written(&size, "#222", "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>")
    }

    fn written(&self, size: &str, ink: &str, ground: &str) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{size} viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"{TEXT}\" fill=\"{ink}\" color=\"{ink}\">{ground}",
            self.width,
            self.height,
            escape(&self.title)
        );
        for shape in &self.shapes {
            write_shape(&mut svg, shape);
        }
        svg.push_str("</svg>");
        // Within a page there is nothing to override: the colour is the page's.
        svg.replace(" color=\"currentColor\"", "")
    }
}

fn write_shape(svg: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Line { points, width, ink } => {
            let points: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
            write!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke-width=\"{width}\" {}/>",
                points.join(" "),
                ink.attributes("stroke")
            )
        }
        Shape::Block { at: [x, y], size: [w, h], ink, note } => {
            let ink = ink.attributes("fill");
            let shape = format!("rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" {ink}");
            write_noted(svg, &shape, "rect", note.as_deref())
        }
        Shape::Dot { at: [x, y], radius, ink, note } => {
            let ink = ink.attributes("fill");
            let shape = format!("circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" {ink}");
            write_noted(svg, &shape, "circle", note.as_deref())
        }
        Shape::Text { at: [x, y], text, anchor, is_upward } => {
            let turn =
                if *is_upward { format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"") } else { String::new() };
            let anchor = anchor.name();
            write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{turn}>{}</text>",
                escape(text)
            )
        }
    };
}

fn write_noted(svg: &mut String, shape: &str, element: &str, note: Option<&str>) -> std::fmt::Result {
    match note {
        Some(note) => write!(svg, "<{shape}><title>{}</title></{element}>", escape(note)),
        None => write!(svg, "<{shape}/>"),
    }
}

impl Ink {
    fn attributes(self, what: &str) -> String {
        match self {
            Ink::Text => format!("{what}=\"currentColor\""),
            Ink::Faint => format!("{what}=\"currentColor\" {what}-opacity=\"0.15\""),
            Ink::Colour(n) => format!("{what}=\"{}\"", COLOURS[n % COLOURS.len()]),
        }
    }
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// Text that may stand in HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}
