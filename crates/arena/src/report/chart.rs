//! Small charts in SVG, drawn by hand: lines with marks and error bars, and columns. Colours come from the page
//! around them, so that they follow its light or dark look.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 48.0;

/// Colours that can be told apart, also by most colour-blind people.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7f7f7f"];

/// A point of a line, with its error bar if it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Along.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// The ends of the error bar.
    pub bar: Option<[f64; 2]>,
}

/// A line through marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it shows.
    pub name: String,
    /// Its points, from left to right.
    pub marks: Vec<Mark>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What stands below it.
    pub label: String,
    /// Its height.
    pub value: f64,
}

/// The frame of a chart.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Chart {
    /// Said to who cannot see it, and shown above it.
    pub title: String,
    /// What runs along.
    pub x: String,
    /// What runs up.
    pub y: String,
    /// Whether each step up is a factor of ten.
    pub is_log: bool,
}

impl Chart {
    /// Lines with marks.
    pub fn lines(&self, series: &[Series]) -> String {
        let marks = || series.iter().flat_map(|s| &s.marks).filter(|m| self.can_show(m.y));
        let xs = span(marks().map(|m| m.x));
        let ys = marks().flat_map(|m| [m.y].into_iter().chain(m.bar.into_iter().flatten()));
        let ys = span(ys.filter(|&y| self.can_show(y)).map(|y| self.scaled(y)));
        let (xs, ys) = (padded(xs, 0.0), padded(ys, 0.06));
        let at = |x: f64, y: f64| {
            let up = (self.scaled(y) - ys[0]) / (ys[1] - ys[0]);
            [
                LEFT + (x - xs[0]) / (xs[1] - xs[0]) * (WIDTH - LEFT - RIGHT),
                HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM),
            ]
        };
        let mut svg = self.open(18.0 * series.len().div_ceil(2) as f64);
        self.axis_y(&mut svg, ys);
        for x in ticks(xs[0], xs[1]) {
            let [px, _] = at(x, if self.is_log { 1.0 } else { 0.0 });
            let y = HEIGHT - BOTTOM + 18.0;
            let _ = write!(svg, "<text x=\"{px:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", short(x));
        }
        for (i, one) in series.iter().enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            let shown: Vec<&Mark> = one.marks.iter().filter(|m| self.can_show(m.y)).collect();
            let points: Vec<String> =
                shown.iter().map(|m| at(m.x, m.y)).map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
            let _ = write!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                points.join(" ")
            );
            for mark in shown {
                let [x, y] = at(mark.x, mark.y);
                if let Some([low, high]) = mark.bar.filter(|bar| self.can_show(bar[0])) {
                    let ([_, y1], [_, y2]) = (at(mark.x, low), at(mark.x, high));
                    let _ = write!(
                        svg,
                        "<path d=\"M{x:.1} {y1:.1}V{y2:.1}M{:.1} {y1:.1}h8M{:.1} {y2:.1}h8\" stroke=\"{colour}\"/>",
                        x - 4.0,
                        x - 4.0
                    );
                }
                let _ = write!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"><title>{}: {}, {}</title></circle>",
                    escape(&one.name),
                    short(mark.x),
                    short(mark.y)
                );
            }
            let (x, y) = (LEFT + 290.0 * (i % 2) as f64, HEIGHT + 14.0 + 18.0 * (i / 2) as f64);
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{colour}\"/><text x=\"{}\" y=\"{y}\">{}</text>",
                y - 10.0,
                x + 18.0,
                escape(&clip(&one.name))
            );
        }
        svg + "</svg>"
    }

    /// Columns side by side.
    pub fn columns(&self, bars: &[Bar]) -> String {
        let ys = [0.0, bars.iter().map(|bar| bar.value).fold(1e-9, f64::max) * 1.06];
        let step = (WIDTH - LEFT - RIGHT) / bars.len().max(1) as f64;
        let mut svg = self.open(0.0);
        self.axis_y(&mut svg, ys);
        let every = bars.len().div_ceil(12).max(1);
        for (i, bar) in bars.iter().enumerate() {
            let x = LEFT + step * i as f64;
            let height = bar.value / ys[1] * (HEIGHT - TOP - BOTTOM);
            let y = HEIGHT - BOTTOM - height;
            let label = escape(&bar.label);
            let _ = write!(
                svg,
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"{}\"><title>{label}: {}</title></rect>",
                x + step * 0.1,
                step * 0.8,
                COLOURS[0],
                short(bar.value)
            );
            if i.is_multiple_of(every) {
                let _ = write!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                    x + step / 2.0,
                    HEIGHT - BOTTOM + 18.0
                );
            }
        }
        svg + "</svg>"
    }

    fn can_show(&self, y: f64) -> bool {
        y.is_finite() && (!self.is_log || y > 0.0)
    }

    fn scaled(&self, y: f64) -> f64 {
        if self.is_log { y.log10() } else { y }
    }

    fn open(&self, below: f64) -> String {
        let title = escape(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{title}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\">",
            HEIGHT + below + 4.0
        );
        let middle = (TOP + HEIGHT - BOTTOM) / 2.0;
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 8.0,
            escape(&self.x)
        );
        let _ = write!(
            svg,
            "<text transform=\"translate(14 {middle}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escape(&self.y)
        );
        svg
    }

    fn axis_y(&self, svg: &mut String, ys: [f64; 2]) {
        let marks = if self.is_log { decades(ys) } else { ticks(ys[0], ys[1]) };
        for tick in marks {
            let y = HEIGHT - BOTTOM - (tick - ys[0]) / (ys[1] - ys[0]) * (HEIGHT - TOP - BOTTOM);
            let value = if self.is_log { 10f64.powf(tick) } else { tick };
            let _ = write!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"currentColor\" stroke-opacity=\"0.15\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                short(value)
            );
        }
    }
}

fn span(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], v| [low.min(v), high.max(v)])
}

/// A span that is never empty, a little wider than it must be.
fn padded([low, high]: [f64; 2], by: f64) -> [f64; 2] {
    if !(low.is_finite() && high.is_finite()) {
        return [0.0, 1.0];
    }
    let width = if high > low { high - low } else { 1.0 };
    let by = if high > low { by } else { 0.5 };
    [low - by * width, low + (if high > low { width } else { 0.0 }) + by * width]
}

/// Round numbers between two others, about six of them.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * power).find(|step| *step >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    (first..first + 12).map(|i| i as f64 * step).take_while(|t| *t <= high + 1e-9 * step).collect()
}

/// Powers of ten (as exponents); the ends, where there is none between.
fn decades(ys: [f64; 2]) -> Vec<f64> {
    let inside: Vec<f64> = (ys[0].ceil() as i64..=ys[1].floor() as i64).map(|e| e as f64).collect();
    if inside.len() < 2 { ys.to_vec() } else { inside }
}

/// A number in few characters.
fn short(x: f64) -> String {
    let size = x.abs();
    match size {
        _ if size >= 1e9 => format!("{:.3}G", x / 1e9),
        _ if size >= 1e6 => format!("{}M", trimmed(x / 1e6)),
        _ if size >= 1e4 => format!("{}k", trimmed(x / 1e3)),
        _ if size != 0.0 && size < 1e-3 => format!("{x:.1e}"),
        _ => trimmed(x),
    }
}

fn trimmed(x: f64) -> String {
    let text = format!("{x:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn clip(text: &str) -> String {
    if text.chars().count() <= 36 { text.to_owned() } else { text.chars().take(35).chain(['…']).collect() }
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
