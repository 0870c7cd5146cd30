//! Small charts: lines with marks and error bars, and columns.

use super::Drawing;
use super::drawing::{Anchor, Ink, Shape};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 48.0;

/// The height of a line of the legend.
const LEGEND: f64 = 18.0;

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
    pub fn lines(&self, series: &[Series]) -> Drawing {
        let marks = || series.iter().flat_map(|s| &s.marks).filter(|m| self.can_show(m.y));
        let xs = span(marks().map(|m| m.x));
        let ys = marks().flat_map(|m| [m.y].into_iter().chain(m.bar.into_iter().flatten()));
        let ys = span(ys.filter(|&y| self.can_show(y)).map(|y| self.scaled(y)));
        let frame = Frame { xs: padded(xs, 0.0), ys: padded(ys, 0.06) };
        let mut drawing = self.open(LEGEND * series.len().div_ceil(2) as f64);
        self.axis_y(&mut drawing, frame.ys);
        let mut last_end = f64::NEG_INFINITY;
        let is_whole = marks().all(|mark| mark.x.fract() == 0.0);
        for x in ticks(frame.xs[0], frame.xs[1]).into_iter().filter(|x| !is_whole || x.fract() == 0.0) {
            let label = short(x);
            let half = 4.0 * label.len() as f64;
            let [px, _] = frame.at(x, frame.ys[0]);
            if px - half > last_end {
                last_end = px + half + 4.0;
                drawing.text([px, HEIGHT - BOTTOM + 18.0], &label, Anchor::Middle);
            }
        }
        for (i, one) in series.iter().enumerate() {
            self.series(&mut drawing, &frame, one, i);
        }
        drawing
    }

    /// One line with its marks and its entry in the legend.
    fn series(&self, drawing: &mut Drawing, frame: &Frame, one: &Series, i: usize) {
        let ink = Ink::Colour(i);
        let at = |x: f64, y: f64| frame.at(x, self.scaled(y));
        let shown: Vec<&Mark> = one.marks.iter().filter(|m| self.can_show(m.y)).collect();
        let points = shown.iter().map(|m| at(m.x, m.y)).collect();
        drawing.shapes.push(Shape::Line { points, width: 2.0, ink });
        for mark in shown {
            let [x, y] = at(mark.x, mark.y);
            if let Some(bar) = mark.bar.filter(|bar| self.can_show(bar[0])) {
                let [low, high] = bar.map(|end| at(mark.x, end)[1]);
                for points in [
                    vec![[x, low], [x, high]],
                    vec![[x - 4.0, low], [x + 4.0, low]],
                    vec![[x - 4.0, high], [x + 4.0, high]],
                ] {
                    drawing.shapes.push(Shape::Line { points, width: 1.0, ink });
                }
            }
            let note = Some(format!("{}: {}, {}", one.name, short(mark.x), short(mark.y)));
            drawing.shapes.push(Shape::Dot { at: [x, y], radius: 3.0, ink, note });
        }
        let (x, y) = (LEFT + 290.0 * (i % 2) as f64, HEIGHT + 14.0 + LEGEND * (i / 2) as f64);
        drawing.shapes.push(Shape::Block { at: [x, y - 10.0], size: [12.0, 12.0], ink, note: None });
        drawing.text([x + 18.0, y], &clip(&one.name), Anchor::Start);
    }

    /// Columns side by side.
    pub fn columns(&self, bars: &[Bar]) -> Drawing {
        let ys = [0.0, bars.iter().map(|bar| bar.value).fold(1e-9, f64::max) * 1.06];
        let step = (WIDTH - LEFT - RIGHT) / bars.len().max(1) as f64;
        let mut drawing = self.open(0.0);
        self.axis_y(&mut drawing, ys);
        let every = bars.len().div_ceil(12).max(1);
        for (i, bar) in bars.iter().enumerate() {
            let x = LEFT + step * i as f64;
            let height = bar.value / ys[1] * (HEIGHT - TOP - BOTTOM);
            drawing.shapes.push(Shape::Block {
                at: [x + step * 0.1, HEIGHT - BOTTOM - height],
                size: [step * 0.8, height],
                ink: Ink::Colour(0),
                note: Some(format!("{}: {}", bar.label, short(bar.value))),
            });
            if i.is_multiple_of(every) {
                drawing.text([x + step / 2.0, HEIGHT - BOTTOM + 18.0], &bar.label, Anchor::Middle);
            }
        }
        drawing
    }

    fn can_show(&self, y: f64) -> bool {
        y.is_finite() && (!self.is_log || y > 0.0)
    }

    fn scaled(&self, y: f64) -> f64 {
        if self.is_log { y.log10() } else { y }
    }

    /// An empty sheet with the names of the axes.
    fn open(&self, below: f64) -> Drawing {
        let mut drawing = Drawing {
            title: self.title.clone(),
            width: WIDTH,
            height: HEIGHT + below + 4.0,
            shapes: Vec::new(),
        };
        drawing.text([(LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8.0], &self.x, Anchor::Middle);
        let middle = (TOP + HEIGHT - BOTTOM) / 2.0;
        let text = self.y.clone();
        drawing.shapes.push(Shape::Text {
            at: [14.0, middle],
            text,
            anchor: Anchor::Middle,
            is_upward: true,
        });
        drawing
    }

    fn axis_y(&self, drawing: &mut Drawing, ys: [f64; 2]) {
        let marks = if self.is_log { decades(ys) } else { ticks(ys[0], ys[1]) };
        for tick in marks {
            let y = HEIGHT - BOTTOM - (tick - ys[0]) / (ys[1] - ys[0]) * (HEIGHT - TOP - BOTTOM);
            let value = if self.is_log { 10f64.powf(tick) } else { tick };
            let points = vec![[LEFT, y], [WIDTH - RIGHT, y]];
            drawing.shapes.push(Shape::Line { points, width: 1.0, ink: Ink::Faint });
            drawing.text([LEFT - 6.0, y + 4.0], &short(value), Anchor::End);
        }
    }
}

impl Drawing {
    fn text(&mut self, at: [f64; 2], text: &str, anchor: Anchor) {
        self.shapes.push(Shape::Text { at, text: text.to_owned(), anchor, is_upward: false });
    }
}

/// The ranges that the chart shows, as scaled.
struct Frame {
    xs: [f64; 2],
    ys: [f64; 2],
}

impl Frame {
    fn at(&self, x: f64, y: f64) -> [f64; 2] {
        let along = (x - self.xs[0]) / (self.xs[1] - self.xs[0]);
        let up = (y - self.ys[0]) / (self.ys[1] - self.ys[0]);
        [LEFT + along * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)]
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
