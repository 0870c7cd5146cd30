//! Drawings as PNG pictures: shapes are filled by tiny-skia, text by the outlines of DejaVu Sans, which comes
//! along, so that a picture looks the same on a machine without fonts.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};
use ttf_parser::{Face, OutlineBuilder};

use super::Drawing;
use super::drawing::{Anchor, COLOURS, Ink, Shape, TEXT};

/// Pixels to a unit of the drawing: sharp on dense screens and in print.
const SCALE: f32 = 2.0;

/// The colour of text, as in files of SVG.
const TEXT_COLOUR: &str = "#222222";

impl Drawing {
    /// The drawing as a PNG file, on white.
    pub fn png(&self) -> Vec<u8> {
        let size = |units: f64| (units as f32 * SCALE).ceil().max(1.0) as u32;
        let mut sheet = Pixmap::new(size(self.width), size(self.height)).expect("a sheet is not empty");
        sheet.fill(Color::WHITE);
        let face = Face::parse(dejavu::sans::regular(), 0).expect("the font comes along");
        for shape in &self.shapes {
            draw(&mut sheet, shape, &face);
        }
        sheet.encode_png().expect("a sheet fits a file")
    }
}

fn draw(sheet: &mut Pixmap, shape: &Shape, face: &Face<'_>) {
    match shape {
        Shape::Line { points, width, ink } => {
            let mut path = PathBuilder::new();
            for (i, &[x, y]) in points.iter().enumerate() {
                if i == 0 { path.move_to(x as f32, y as f32) } else { path.line_to(x as f32, y as f32) }
            }
            let Some(path) = path.finish() else { return };
            let stroke = Stroke {
                width: *width as f32,
                line_cap: LineCap::Butt,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            let scale = Transform::from_scale(SCALE, SCALE);
            sheet.stroke_path(&path, &paint(*ink), &stroke, scale, None);
        }
        Shape::Block { at: [x, y], size: [w, h], ink, .. } => {
            let [x, y, w, h] = [x, y, w, h].map(|&n| n as f32);
            let block = Rect::from_xywh(x, y, w, h).map(PathBuilder::from_rect);
            fill(sheet, block, *ink, Transform::identity());
        }
        Shape::Dot { at: [x, y], radius, ink, .. } => {
            let dot = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32);
            fill(sheet, dot, *ink, Transform::identity());
        }
        Shape::Text { at: [x, y], text, anchor, is_upward } => {
            let (outline, width) = outline(face, text);
            let shift = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => -width / 2.0,
                Anchor::End => -width,
            };
            let turn = Transform::from_rotate(if *is_upward { -90.0 } else { 0.0 });
            let place = turn.pre_translate(shift, 0.0).post_translate(*x as f32, *y as f32);
            fill(sheet, outline, Ink::Text, place);
        }
    }
}

fn fill(sheet: &mut Pixmap, path: Option<Path>, ink: Ink, place: Transform) {
    if let Some(path) = path {
        let place = place.post_scale(SCALE, SCALE);
        sheet.fill_path(&path, &paint(ink), FillRule::Winding, place, None);
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let (colour, opacity) = match ink {
        Ink::Text => (TEXT_COLOUR, 1.0),
        Ink::Faint => (TEXT_COLOUR, 0.15),
        Ink::Colour(n) => (COLOURS[n % COLOURS.len()], 1.0),
    };
    let part = |at: usize| u8::from_str_radix(&colour[at..at + 2], 16).unwrap_or(0);
    let mut colour = Color::from_rgba8(part(1), part(3), part(5), 255);
    colour.apply_opacity(opacity);
    let mut paint = Paint::default();
    paint.set_color(colour);
    paint
}

/// The outline of a text whose first character stands at the origin, and its width.
fn outline(face: &Face<'_>, text: &str) -> (Option<Path>, f32) {
    let scale = TEXT as f32 / f32::from(face.units_per_em());
    let mut pen = Pen { path: PathBuilder::new(), x: 0.0, scale };
    for c in text.chars() {
        let glyph = face.glyph_index(c).or_else(|| face.glyph_index('?')).unwrap_or_default();
        face.outline_glyph(glyph, &mut pen);
        pen.x += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
    (pen.path.finish(), pen.x)
}

/// Draws glyphs one after the other; fonts count upwards, sheets downwards.
struct Pen {
    path: PathBuilder,
    x: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
