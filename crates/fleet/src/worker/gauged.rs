//! A venue that measures its machine every now and then, between two timed pairs and on the core that plays them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use agon_arena::clock::Clock;
use agon_arena::job::Leg;
use agon_arena::venue::{Venue, VenueError};
use agon_games::record::Record;

use crate::calibration::Gauge;

/// How often: a round costs a few hundredths of a second.
const EVERY: Duration = Duration::from_secs(20);

/// A venue, measured.
struct Gauged {
    venue: Box<dyn Venue>,
    gauge: Arc<Gauge>,
    last: Instant,
}

/// The venue, measured from now on.
pub(super) fn venue(venue: Box<dyn Venue>, gauge: Arc<Gauge>) -> Box<dyn Venue> {
    Box::new(Gauged { venue, gauge, last: Instant::now() })
}

impl Venue for Gauged {
    fn play(&mut self, leg: Leg<'_>, halt: &Arc<AtomicBool>) -> Result<Record, VenueError> {
        if leg.leg == 0 && self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            if leg.job.clock.parse::<Clock>().is_ok_and(|clock| clock.is_timed()) {
                self.gauge.measure();
            }
        }
        self.venue.play(leg, halt)
    }

    fn hand_back(&mut self, record: Record) {
        self.venue.hand_back(record);
    }
}
