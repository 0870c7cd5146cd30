//! Brownian motion between two absorbing barriers: the model behind a sequential test.

use super::normal_cdf;
use std::f64::consts::PI;

/// A motion that starts at 0 and ends when it meets `low` < 0 or `high` > 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brownian {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) drift: f64,
    pub(crate) variance: f64,
}

impl Brownian {
    /// The probability of ending at `low` before `time`, or of being at most `y` at that time.
    pub(crate) fn at_most(&self, time: f64, y: f64) -> f64 {
        let width = self.high - self.low;
        let gamma = self.drift / self.variance;
        let p = if self.variance * time / (width * width) < 1e-2 || (gamma * width).abs() > 15.0 {
            self.by_images(time, y)
        } else {
            self.by_modes(time, y)
        };
        p.clamp(0.0, 1.0)
    }

    /// The probability of ending at `high`.
    pub(crate) fn ends_high(&self) -> f64 {
        1.0 - ends_low(self.drift / self.variance, -self.low, self.high - self.low)
    }

    /// The expected time until the end.
    pub(crate) fn mean_time(&self) -> f64 {
        let scale = (self.drift / self.variance).abs() * (self.high - self.low);
        if scale < 1e-6 {
            return -self.low * self.high / self.variance;
        }
        let high = self.ends_high();
        (high * self.high + (1.0 - high) * self.low) / self.drift
    }

    /// The eigenfunction expansion of the backward equation around its steady state; quick for long times.
    fn by_modes(&self, time: f64, y: f64) -> f64 {
        let width = self.high - self.low;
        let gamma = self.drift / self.variance;
        let (x, y) = (-self.low, y - self.low);
        let mut sum = 0.0;
        for n in 1..10_000 {
            let k = n as f64 * PI / width;
            let decay = (k * k + gamma * gamma) * self.variance / 2.0 * time;
            let weight = 2.0 / width * (gamma * (y - x) - decay).exp() / (gamma * gamma + k * k);
            sum += weight * (gamma * (k * y).sin() - k * (k * y).cos()) * (k * x).sin();
            if weight * (gamma.abs() + k) < 1e-13 {
                break;
            }
        }
        ends_low(gamma, x, width) + sum
    }

    /// The first images at each barrier; exact enough for short times or strong drift.
    fn by_images(&self, time: f64, y: f64) -> f64 {
        let spread = (self.variance * time).sqrt();
        let gamma = self.drift / self.variance;
        let centred = y - self.drift * time;
        let free = normal_cdf(centred / spread);
        let low = scaled_tail(2.0 * gamma * self.low, (2.0 * self.low - centred) / spread);
        let high = scaled_tail(2.0 * gamma * self.high, (centred - 2.0 * self.high) / spread);
        free + low - high
    }
}

/// The probability that a motion at `x` above the low barrier ends there, the barriers `width` apart.
fn ends_low(gamma: f64, x: f64, width: f64) -> f64 {
    let scale = gamma * width;
    if scale.abs() < 1e-8 {
        (width - x) / width
    } else if scale > 0.0 {
        ((-2.0 * gamma * x).exp() - (-2.0 * scale).exp()) / -(-2.0 * scale).exp_m1()
    } else {
        (2.0 * gamma * (width - x)).exp_m1() / (2.0 * scale).exp_m1()
    }
}

/// exp(a) * Phi(z), without overflow where a is large and z far in the tail.
fn scaled_tail(a: f64, z: f64) -> f64 {
    if z < -8.0 {
        let inverse = 1.0 / z;
        (a - z * z / 2.0).exp() / (2.0 * PI).sqrt() * -inverse * (1.0 - inverse * inverse)
    } else {
        a.min(700.0).exp() * normal_cdf(z)
    }
}
