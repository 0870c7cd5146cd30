//! The evaluation of a game as a line of characters and as an SVG.

use std::fmt::Write as _;

/// Half the height at a lead of about six discs, blobs or cells.
fn share(score: i32) -> f64 {
    0.5 + (f64::from(score) / 600.0).tanh() / 2.0
}

/// One character per move, high where the first side is better.
pub fn sparkline(scores: &[i32]) -> String {
    const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    scores.iter().map(|&score| STEPS[((share(score) * 8.0) as usize).min(7)]).collect()
}

/// A move to point out on the curve.
pub struct Point<'a> {
    /// Which move, from 0.
    pub at: usize,
    /// Whether it threw a lot away.
    pub is_blunder: bool,
    pub text: &'a str,
}

/// The evaluation as a curve, the first side's share filled, mistakes pointed out.
pub fn svg(scores: &[i32], points: &[Point<'_>], title: &str, sides: [&str; 2]) -> String {
    let (width, height) = (720.0, 200.0);
    let step = width / (scores.len().max(2) - 1) as f64;
    let x = |at: usize| at as f64 * step;
    let y = |score: i32| height * (1.0 - share(score));
    let mut curve = String::new();
    for (at, &score) in scores.iter().enumerate() {
        let _ = write!(curve, "{:.1},{:.1} ", x(at), y(score));
    }
    let mut dots = String::new();
    for Point { at, is_blunder, text } in points.iter().filter(|point| point.at < scores.len()) {
        let colour = if *is_blunder { "#d7005f" } else { "#ff8700" };
        let (cx, cy, text) = (x(*at), y(scores[*at]), escaped(text));
        let _ = writeln!(
            dots,
            "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\" fill=\"{colour}\"><title>{}. {text}</title></circle>",
            at + 1
        );
    }
    let (title, [first, second]) = (escaped(title), sides.map(escaped));
    let (low, middle) = (height, height / 2.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 {} {}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"12\">\n\
         <title>{title}: evaluation by move</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#555\"/>\n\
         <polygon points=\"0,{low} {curve}{width},{low}\" fill=\"#eee\"/>\n\
         <line x1=\"0\" y1=\"{middle}\" x2=\"{width}\" y2=\"{middle}\" stroke=\"#888\" stroke-width=\"1\"/>\n\
         <text x=\"6\" y=\"16\" fill=\"#fff\">{second}</text>\n\
         <text x=\"6\" y=\"{}\" fill=\"#000\">{first}</text>\n\
         {dots}</svg>\n",
        width + 8.0,
        height + 8.0,
        height - 6.0
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
