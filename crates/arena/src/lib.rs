//! Referee, players, bouts, tournaments, ratings and the store.
