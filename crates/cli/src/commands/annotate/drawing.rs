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

/// The evaluation as a curve, the first side's share filled.
pub fn svg(scores: &[i32], title: &str) -> String {
    let (width, height) = (720.0, 200.0);
    let step = width / (scores.len().max(2) - 1) as f64;
    let mut points = String::new();
    for (at, &score) in scores.iter().enumerate() {
        let _ = write!(points, "{:.1},{:.1} ", at as f64 * step, height * (1.0 - share(score)));
    }
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let (low, middle) = (height, height / 2.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{title}: evaluation by move</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#555\"/>\n\
         <polygon points=\"0,{low} {points}{width},{low}\" fill=\"#eee\"/>\n\
         <line x1=\"0\" y1=\"{middle}\" x2=\"{width}\" y2=\"{middle}\" stroke=\"#d75f00\" stroke-width=\"1\"/>\n\
         </svg>\n"
    )
}
