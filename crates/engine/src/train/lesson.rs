//! What one generation of learning brought, and how a run keeps it in its file.

/// The end of a generation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// Positions that were learned from, or games where those are what counts.
    pub positions: u32,
    /// The error on positions kept apart, of what played the generation.
    pub before: f64,
    /// The same of what was learned from it.
    pub after: f64,
}

pub(super) fn write(lessons: &[Lesson], bytes: &mut Vec<u8>) {
    bytes.extend((lessons.len() as u32).to_le_bytes());
    for lesson in lessons {
        bytes.extend(lesson.positions.to_le_bytes());
        bytes.extend(lesson.before.to_le_bytes());
        bytes.extend(lesson.after.to_le_bytes());
    }
}

pub(super) fn read(rest: &mut &[u8]) -> Option<Vec<Lesson>> {
    let n = u32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?);
    let mut lesson = || {
        let positions = u32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?);
        let before = f64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        let after = f64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        Some(Lesson { positions, before, after })
    };
    (0..n).map(|_| lesson()).collect()
}
