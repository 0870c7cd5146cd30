//! The arguments that name a broker, for commands that hand out games and for those that play them.

use std::path::PathBuf;
use std::time::Duration;

use agon_fleet::Access;
use anyhow::{Result, bail};
use clap::Args;

/// Where the token is looked for when it is not given: arguments are seen by everybody on the machine.
const TOKEN: &str = "AGON_QUEUE_TOKEN";

/// A broker and who we are to it.
#[derive(Args, Clone, Debug, Default)]
pub struct Broker {
    /// Play on other machines, by way of this broker: nats://host:4222, tls://user:password@host:4222
    #[arg(long, value_name = "URL", help_heading = "Many machines")]
    queue: Option<String>,
    /// After so many seconds of silence a worker's games go to another
    #[arg(long, value_name = "SECONDS", default_value_t = 10, help_heading = "Many machines",
          value_parser = clap::value_parser!(u64).range(1..=3600))]
    queue_lease: u64,
    /// The broker's token; AGON_QUEUE_TOKEN does the same
    #[arg(long, value_name = "TOKEN", help_heading = "Many machines")]
    queue_token: Option<String>,
    /// A credentials file for the broker
    #[arg(long, value_name = "FILE", help_heading = "Many machines")]
    queue_creds: Option<PathBuf>,
    /// The certificate authority of the broker
    #[arg(long, value_name = "FILE", help_heading = "Many machines")]
    queue_ca: Option<PathBuf>,
    /// Our own certificate, where the broker asks for one
    #[arg(long, value_name = "FILE", requires = "queue_key", help_heading = "Many machines")]
    queue_cert: Option<PathBuf>,
    /// The key of that certificate
    #[arg(long, value_name = "FILE", requires = "queue_cert", help_heading = "Many machines")]
    queue_key: Option<PathBuf>,
}

impl Broker {
    /// The broker, if there is to be one.
    pub fn access(&self) -> Option<Access> {
        let token = || std::env::var(TOKEN).ok().filter(|token| !token.is_empty());
        Some(Access {
            url: self.queue.clone()?,
            token: self.queue_token.clone().or_else(token),
            credentials: self.queue_creds.clone(),
            authority: self.queue_ca.clone(),
            certificate: self.queue_cert.clone().zip(self.queue_key.clone()),
        })
    }

    /// How long a worker may be silent.
    pub fn lease(&self) -> Duration {
        Duration::from_secs(self.queue_lease)
    }

    /// The broker, which there must be.
    pub fn needed(&self) -> Result<Access> {
        match self.access() {
            Some(access) => Ok(access),
            None => bail!("where is the work? name the broker: --queue nats://host:4222"),
        }
    }
}
