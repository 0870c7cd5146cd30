//! A tournament from its plan to its last game: who plays, in which format, from which openings, and how it
//! finds its way back into a store after a stop.

mod file;
mod plan;

pub use plan::{Entry, Format, Plan, PlanError, SprtPlan};

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_games::catalog::{NoFiles, ReadBoard, Table};

use crate::clock::Clock;
use crate::identity::identify;
use crate::job::Identity;
use crate::openings::{OpeningSource, Openings};
use crate::queue::Queue;
use crate::runner::{Event, Run, RunError, Setup, finished_pairs, run, run_on};
use crate::schedule::{
    ByRounds, Knockout, Ladder, LadderPlayer, PairScore, Schedule, Step, Swiss, gauntlet, match_of_two,
    round_robin,
};
use crate::standings::Standings;
use crate::stats::Sprt;
use crate::store::{GameFilter, Store, StoreError};
use crate::sweep::expand;
use crate::venue::Venues;

/// How a tournament is run, as opposed to what it is: none of this changes its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Games played at once; 0 for one per core.
    pub workers: usize,
    /// Whether workers stay on their core.
    pub pin: bool,
}

/// A tournament that is ready to be played.
pub struct Tournament {
    plan: Plan,
    setup: Setup,
    schedule: Box<dyn Schedule>,
    sprt: Option<Sprt>,
}

impl Tournament {
    /// Checks a plan and makes ready to play it; board files are read through `files`.
    pub fn new(plan: Plan, files: &dyn ReadBoard) -> Result<Tournament, PlanError> {
        let mut plan = plan;
        let table = Arc::new(Table::open_with(&plan.game, plan.position.as_deref(), files)?);
        settle(&mut plan, &table);
        plan.clock.parse::<Clock>()?;
        let source: OpeningSource = plan.openings.parse()?;
        let openings = Openings::new(table, plan.position.as_deref(), &source, plan.seed)?;
        openings.nth(0)?;
        let players = entrants(&plan)?;
        let sprt = plan.sprt.as_ref().map(SprtPlan::test).transpose()?;
        let schedule = schedule(&plan, &players, sprt)?;
        let setup = Setup {
            tournament: 0,
            players,
            openings,
            clock: plan.clock.as_str().into(),
            seed: plan.seed,
            workers: 1,
            pin: false,
        };
        Ok(Tournament { plan, setup, schedule, sprt })
    }

    /// Enters the tournament in a store. One of the same name is only gone on with when `resume` says so, and
    /// only if it is the same tournament.
    pub fn enter(&mut self, store: &mut Store, resume: bool) -> Result<(), PlanError> {
        let text = serde_json::to_string(&self.plan).expect("a plan is plain data");
        match store.tournament(&self.plan.name)? {
            None => {
                let game = self.setup.openings.table().spec().to_string();
                self.setup.tournament =
                    store.begin_tournament(&self.plan.name, &text, &game, &self.plan.clock)?;
            }
            Some(_) if !resume => return Err(PlanError::Exists(self.plan.name.clone())),
            Some(known) => {
                let before: Plan = serde_json::from_str(&known.plan).map_err(PlanError::Unreadable)?;
                self.setup.tournament = known.id;
                if before != self.plan || self.is_finished_ladder(store)? {
                    self.go_on_from(&before, store)?;
                    store.set_plan(known.id, &text)?;
                }
            }
        }
        Ok(())
    }

    /// Whether this is a ladder whose rounds were all played: asked again, it plays as many more.
    fn is_finished_ladder(&mut self, store: &Store) -> Result<bool, PlanError> {
        if self.plan.format != Format::Ladder {
            return Ok(false);
        }
        let done = finished_pairs(store, self.setup.tournament)?;
        let mut again = schedule(&self.plan, &self.setup.players, None)?;
        loop {
            match again.next() {
                Step::Play(pairing) => match done.get(&pairing.number) {
                    Some(&score) => again.record(pairing.number, score),
                    None => return Ok(false),
                },
                Step::Wait => return Ok(false),
                Step::Done => return Ok(true),
            }
        }
    }

    /// A ladder goes on with other players, challenges and rounds; anything else must be as it was.
    fn go_on_from(&mut self, before: &Plan, store: &Store) -> Result<(), PlanError> {
        let with_their_players = Plan {
            players: before.players.clone(),
            challenges: before.challenges.clone(),
            rounds: before.rounds,
            ..self.plan.clone()
        };
        if self.plan.format != Format::Ladder || with_their_players != *before {
            return Err(PlanError::Different(self.plan.name.clone(), before.difference(&self.plan)));
        }
        let ladder = ladder(&self.plan, &self.setup.players)?;
        self.schedule = Box::new(restored(ladder, &self.setup, store)?);
        Ok(())
    }

    /// Plays until the end, or until `stop` is set.
    pub fn run(
        &mut self,
        mut store: Option<&mut Store>,
        venues: &dyn Venues,
        manner: Manner,
        stop: &AtomicBool,
        listen: &mut dyn FnMut(Event<'_>),
    ) -> Result<Run, RunError> {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        self.setup.workers = if manner.workers == 0 { cores } else { manner.workers };
        self.setup.pin = manner.pin;
        let done = run(&self.setup, &mut *self.schedule, store.as_deref_mut(), venues, stop, listen)?;
        self.keep_standings(store)?;
        Ok(done)
    }

    /// Like [`Tournament::run`], by whoever is behind this queue.
    pub fn run_on(
        &mut self,
        mut store: Option<&mut Store>,
        queue: &mut dyn Queue,
        stop: &AtomicBool,
        listen: &mut dyn FnMut(Event<'_>),
    ) -> Result<Run, RunError> {
        let done = run_on(&self.setup, &mut *self.schedule, store.as_deref_mut(), queue, stop, listen)?;
        self.keep_standings(store)?;
        Ok(done)
    }

    fn keep_standings(&self, store: Option<&mut Store>) -> Result<(), StoreError> {
        let Some(store) = store else { return Ok(()) };
        let standings = self.standings(store)?;
        store.set_standings(self.setup.tournament, &standings)
    }

    /// The table, of all games that the store holds of this tournament.
    pub fn standings(&self, store: &Store) -> Result<Standings, StoreError> {
        Ok(Standings::of(&store.players()?, store.results(self.setup.tournament)?, self.plan.scoring))
    }

    /// The plan, completed.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The tournament's number in the store, once entered.
    pub fn id(&self) -> i64 {
        self.setup.tournament
    }

    /// The entrants, in the order of the plan, sweeps written out.
    pub fn players(&self) -> &[Arc<Identity>] {
        &self.setup.players
    }

    /// The game.
    pub fn table(&self) -> &Table {
        self.setup.openings.table()
    }

    /// The sequential test, if there is one.
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// The entrants from best to worst, where the format itself says so.
    pub fn places(&self) -> Option<Vec<usize>> {
        self.schedule.places()
    }

    /// Where everybody stands on the ladder, if this is one, in the order of the entrants.
    pub fn ladder(&self) -> Option<&[LadderPlayer]> {
        self.schedule.ladder()
    }

    /// How many pairs there will be, where that is known.
    pub fn n_pairs(&self) -> Option<u64> {
        self.schedule.n_pairs()
    }
}

/// Reads the plan of a stored tournament again, to go on with it by name alone.
pub fn stored_plan(store: &Store, name: &str) -> Result<Plan, PlanError> {
    let known = store.tournament(name)?.ok_or_else(|| PlanError::Unknown(name.to_owned()))?;
    serde_json::from_str(&known.plan).map_err(PlanError::Unreadable)
}

/// Makes the plan say what is played without the help of files: a board that came from one is a position.
fn settle(plan: &mut Plan, table: &Table) {
    let spec = table.spec().to_string();
    let came_from_file = Table::open_with(&spec, None, &NoFiles).map(|t| t.start_text()).ok();
    if plan.position.is_none() && came_from_file.as_deref() != Some(&table.start_text()) {
        plan.position = Some(table.start_text());
    }
    plan.game = spec;
}

/// The entrants, sweeps written out. A player entered twice gets a number, so that it can play itself.
fn entrants(plan: &Plan) -> Result<Vec<Arc<Identity>>, PlanError> {
    let mut players: Vec<Arc<Identity>> = Vec::new();
    for entry in &plan.players {
        let specs = expand(entry.spec())?;
        let is_sweep = specs.len() > 1;
        for spec in specs {
            let mut identity = identify(&spec, entry.name().filter(|_| !is_sweep))?;
            let n_alike =
                players.iter().filter(|p| p.spec == identity.spec || p.hash == identity.hash).count();
            if n_alike > 0 {
                identity.hash = format!("{}#{}", identity.hash, n_alike + 1);
            }
            let n_namesakes = players.iter().filter(|p| p.name == identity.name).count();
            if n_namesakes > 0 {
                identity.name = format!("{}#{}", identity.name, n_alike.max(n_namesakes) + 1);
            }
            players.push(Arc::new(identity));
        }
    }
    if players.len() < 2 {
        return Err(PlanError::TooFew(players.len()));
    }
    if plan.format == Format::Match && players.len() != 2 {
        return Err(PlanError::MatchOf(players.len()));
    }
    Ok(players)
}

fn schedule(
    plan: &Plan,
    players: &[Arc<Identity>],
    sprt: Option<Sprt>,
) -> Result<Box<dyn Schedule>, PlanError> {
    let n = players.len();
    let pairs = plan.games.div_ceil(2).max(1) as u32;
    if plan.games == 0 {
        return Err(PlanError::NoGames);
    }
    Ok(match plan.format {
        Format::Match => Box::new(match_of_two(plan.games, sprt)),
        Format::RoundRobin => Box::new(round_robin(n, plan.games)),
        Format::Gauntlet => {
            let heroes = plan.heroes.unwrap_or(1);
            if heroes == 0 || heroes >= n {
                return Err(PlanError::Heroes(heroes, n));
            }
            Box::new(gauntlet(n, heroes, plan.games))
        }
        Format::Swiss => {
            let rounds = plan.rounds.unwrap_or_else(|| Swiss::usual_rounds(n));
            Box::new(ByRounds::new(Swiss::new(n, rounds, pairs)))
        }
        Format::Knockout => Box::new(ByRounds::new(Knockout::new(n, pairs))),
        Format::Ladder => Box::new(ByRounds::new(ladder(plan, players)?)),
    })
}

fn ladder(plan: &Plan, players: &[Arc<Identity>]) -> Result<Ladder, PlanError> {
    let mut options = plan.ladder.unwrap_or_default();
    options.rounds = plan.rounds.unwrap_or(options.rounds);
    let find = |wanted: &str| {
        let is_meant = |player: &Arc<Identity>| player.name == wanted || player.spec == wanted;
        let names = players.iter().map(|player| player.name.as_str());
        players.iter().position(is_meant).ok_or_else(|| {
            PlanError::NoEntrant(wanted.to_owned(), agon_games::nearest::suggestion(wanted, names))
        })
    };
    let mut challenges = Vec::new();
    for challenge in &plan.challenges {
        let [a, b] = &challenge.players;
        challenges.push(([find(a)?, find(b)?], challenge.pairs));
    }
    Ok(Ladder::new(players.len(), options, challenges))
}

/// A pair of a ladder that was played before; players who have left have no number.
struct PastPair {
    round: u32,
    number: u64,
    players: [Option<usize>; 2],
    is_rated: bool,
    score: PairScore,
}

/// A ladder in the state that the games in the store have brought it to.
fn restored(ladder: Ladder, setup: &Setup, store: &Store) -> Result<ByRounds<Ladder>, StoreError> {
    let number: HashMap<&str, usize> =
        setup.players.iter().enumerate().map(|(i, player)| (player.hash.as_str(), i)).collect();
    let mut pairs: Vec<PastPair> = Vec::new();
    let filter = GameFilter { tournament: Some(setup.tournament), without_moves: true };
    store.each_game(filter, |game| {
        let entrant = |side: usize| {
            let hash = game.record.players[side].hash.as_deref().unwrap_or("");
            number.get(hash).copied()
        };
        let winner = game.record.winner.map(|side| side.index() ^ usize::from(game.leg));
        if game.leg == 0 {
            let players = [entrant(0), entrant(1)];
            let (round, number, is_rated) = (game.round, game.pair, game.rated);
            pairs.push(PastPair { round, number, players, is_rated, score: PairScore::default() });
        }
        if let Some(last) = pairs.last_mut() {
            last.score.add(winner, game.record.ending);
        }
        true
    })?;
    let mut schedule = ByRounds::new(ladder);
    for round in pairs.chunk_by(|a, b| a.round == b.round) {
        // Those who have left the ladder take their games with them.
        let staying =
            |pair: &PastPair| Some(([pair.players[0]?, pair.players[1]?], pair.is_rated, pair.score));
        schedule.replay(round.iter().filter_map(staying));
    }
    let last_round = pairs.iter().map(|pair| pair.round + 1).max().unwrap_or(0);
    let last_pair = pairs.iter().map(|pair| pair.number + 1).max().unwrap_or(0);
    schedule.begin_at(last_round, last_pair);
    Ok(schedule)
}
