//! Numbered pieces of work on several threads: what comes out is in order, whoever did it.

use std::ops::Range;
use std::thread;

/// What `work` makes of each number; a thread has every so many of them.
pub(super) fn share_out<T: Send>(
    numbers: Range<u64>,
    n_threads: usize,
    work: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    let n_threads = n_threads.max(1) as u64;
    let mut done: Vec<(u64, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..n_threads)
            .map(|at| {
                let (mine, work) = (numbers.clone().filter(move |number| number % n_threads == at), &work);
                scope.spawn(move || mine.map(|number| (number, work(number))).collect::<Vec<_>>())
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("work that is shared out does not panic"))
            .collect()
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}
