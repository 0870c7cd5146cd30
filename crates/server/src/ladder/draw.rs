//! Who meets whom: the guest that has played least, against someone near it.

use agon_arena::job::Identity;
use agon_games::dice::Dice;

/// Someone on a ladder.
pub(super) struct Entrant {
    pub(super) identity: Identity,
    pub(super) is_house: bool,
    pub(super) n_games: u64,
    pub(super) rating: f64,
}

/// Games after which a rating says where to look for opponents.
const KNOWN: u64 = 6;
/// Rating points beyond which an opponent teaches little.
const NEAR: f64 = 200.0;

/// Two different entrants, at least one of them a guest, in random order. None without a guest.
pub(super) fn draw(entrants: &[Entrant], dice: &mut Dice) -> Option<[usize; 2]> {
    let guests = (0..entrants.len()).filter(|&i| !entrants[i].is_house);
    let one = guests.min_by_key(|&i| (entrants[i].n_games, dice.word()))?;
    let weight = |i: usize| {
        let gap = (entrants[i].rating - entrants[one].rating).abs();
        match (i == one, entrants[one].n_games < KNOWN) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            (_, false) => (-gap / NEAR).exp().max(0.02),
        }
    };
    let total: f64 = (0..entrants.len()).map(weight).sum();
    let mut left = f64::from(dice.below(1 << 30)) / f64::from(1 << 30) * total;
    let other = (0..entrants.len()).filter(|&i| i != one).find(|&i| {
        left -= weight(i);
        left <= 0.0
    })?;
    Some(if dice.below(2) == 0 { [one, other] } else { [other, one] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(n: usize, is_house: bool, n_games: u64, rating: f64) -> Entrant {
        let text = n.to_string();
        let identity = Identity { hash: text.clone(), name: text.clone(), spec: text };
        Entrant { identity, is_house, n_games, rating }
    }

    #[test]
    fn the_newest_guest_plays_and_neighbours_meet_more_often() {
        let entrants = [
            entrant(0, true, 500, -400.0),
            entrant(1, true, 500, 0.0),
            entrant(2, true, 500, 600.0),
            entrant(3, false, 50, 30.0),
            entrant(4, false, 80, 100.0),
        ];
        let mut dice = Dice::new(7);
        let mut met = [0; 5];
        for _ in 0..1000 {
            let pair = draw(&entrants, &mut dice).unwrap();
            assert!(pair.contains(&3) && pair[0] != pair[1]);
            pair.iter().for_each(|&i| met[i] += 1);
        }
        assert!(met[1] > 2 * met[0] && met[1] > 2 * met[2] && met[0] > 0, "{met:?}");
        assert!(draw(&entrants[..3], &mut dice).is_none(), "no guest, no pair");
    }
}
