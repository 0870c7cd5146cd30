//! The connection to the broker, with the runtime that it needs: the rest of the program waits, it does not await.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, Context, context::ContextBuilder};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};
use tokio::runtime::{Handle, Runtime};

use crate::failure::FleetError;

/// How long a broker may take to let us in.
const ENTRY: Duration = Duration::from_secs(30);

/// How long a broker that is not there is looked for: it may just be starting.
const ABSENCE: Duration = Duration::from_secs(3);

/// How long a request may take before it is made again.
const ANSWER: Duration = Duration::from_secs(5);

/// How often something is tried that somebody waits for.
pub(crate) const TRIES: usize = 6;

/// How long after a failure the next attempt is made.
pub(crate) const PAUSE: Duration = Duration::from_millis(300);

/// Where the broker is, and who we are to it.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// `nats://host:4222` or `tls://host:4222`, several with commas; `user:password@` or `token@` before the host.
    pub url: String,
    /// A token.
    pub token: Option<String>,
    /// A file with credentials, as `nsc` writes them.
    pub credentials: Option<PathBuf>,
    /// The certificate authority to trust, instead of the system's.
    pub authority: Option<PathBuf>,
    /// Our own certificate and key, for brokers that ask for one.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// An open connection. The runtime behind it belongs to whoever opened it.
pub(crate) struct Link {
    pub(crate) runtime: Handle,
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
}

impl Access {
    /// Connects, and makes sure that the broker keeps streams.
    pub(crate) fn open(&self, name: &str) -> Result<(Runtime, Arc<Link>), FleetError> {
        let servers = self.servers()?;
        let hosts = hosts(&servers);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let client = runtime.block_on(self.connect(name, &servers))?;
        // The context starts a task of its own.
        let inside = runtime.enter();
        let jetstream = ContextBuilder::new()
            .timeout(ANSWER)
            .max_ack_inflight(4096)
            .backpressure_on_inflight(true)
            .build(client.clone());
        drop(inside);
        // Asked without the client's own reading of the answer, which wants more than older servers tell.
        let answer = runtime.block_on(client.request("$JS.API.INFO", "".into()));
        let answer = answer.map_err(|error| FleetError::NoStreams(hosts.clone(), error.to_string()))?;
        let told: serde_json::Value = serde_json::from_slice(&answer.payload).unwrap_or_default();
        if let Some(error) = told.get("error") {
            return Err(FleetError::NoStreams(hosts, error.to_string()));
        }
        let link = Link { runtime: runtime.handle().clone(), client, jetstream };
        Ok((runtime, Arc::new(link)))
    }

    /// Connects; a broker that is not there is looked for a while longer.
    async fn connect(&self, name: &str, servers: &[ServerAddr]) -> Result<Client, FleetError> {
        let begun = Instant::now();
        loop {
            let options = self.options(name, servers)?;
            let connected = tokio::time::timeout(ENTRY, options.connect(servers)).await;
            let hosts = hosts(servers);
            let error = match connected {
                Ok(Ok(client)) => return Ok(client),
                Ok(Err(error)) => error,
                Err(_) => return Err(FleetError::Unreachable(hosts, "no answer".to_owned())),
            };
            match error.kind() {
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    return Err(FleetError::Stranger(hosts));
                }
                ConnectErrorKind::Tls => return Err(FleetError::Tls(hosts, error.to_string())),
                _ if begun.elapsed() > ABSENCE => {
                    return Err(FleetError::Unreachable(hosts, error.to_string()));
                }
                _ => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
    }

    fn servers(&self) -> Result<Vec<ServerAddr>, FleetError> {
        let bad = || FleetError::Address(hide_secrets(&self.url));
        let parse = |url: &str| {
            let is_known = ["nats://", "tls://"].iter().any(|scheme| url.starts_with(scheme));
            url.parse::<ServerAddr>().ok().filter(|server| is_known && !server.host().is_empty())
        };
        self.url.split(',').map(|url| parse(url.trim()).ok_or_else(bad)).collect()
    }

    fn options(&self, name: &str, servers: &[ServerAddr]) -> Result<ConnectOptions, FleetError> {
        let delay = |attempts: usize| Duration::from_millis((100 << attempts.min(5)) as u64);
        let mut options = ConnectOptions::new().name(name).reconnect_delay_callback(delay);
        let named = servers.iter().find_map(|server| Some((server.username()?, server.password())));
        options = match (named, &self.token) {
            (_, Some(token)) => options.token(token.clone()),
            (Some((user, Some(password))), None) => {
                options.user_and_password(user.to_owned(), password.to_owned())
            }
            (Some((token, None)), None) => options.token(token.to_owned()),
            (None, None) => options,
        };
        if let Some(path) = &self.credentials {
            let unreadable = |error| FleetError::File { path: path.clone(), error };
            let text = std::fs::read_to_string(path).map_err(unreadable)?;
            options = options.credentials(&text).map_err(unreadable)?;
        }
        for path in
            [&self.authority, &self.certificate.as_ref().map(|pair| pair.0.clone())].into_iter().flatten()
        {
            std::fs::metadata(path).map_err(|error| FleetError::File { path: path.clone(), error })?;
        }
        if let Some(path) = &self.authority {
            options = options.add_root_certificates(path.clone());
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let is_secure = self.authority.is_some() || self.certificate.is_some();
        Ok(options.require_tls(is_secure || self.url.starts_with("tls://")))
    }
}

impl Link {
    /// Makes a stream for messages that are taken once, or leaves it as it is.
    pub(crate) async fn work_queue(&self, name: String, subject: String) -> Result<(), FleetError> {
        let config = jetstream::stream::Config {
            name,
            subjects: vec![subject],
            retention: jetstream::stream::RetentionPolicy::WorkQueue,
            storage: jetstream::stream::StorageType::File,
            // Whoever forgets a run leaves nothing behind for ever.
            max_age: Duration::from_secs(7 * 24 * 3600),
            duplicate_window: Duration::from_secs(120),
            ..Default::default()
        };
        self.jetstream.get_or_create_stream(config).await.map_err(FleetError::broker)?;
        Ok(())
    }
}

/// Tries something that may be done twice until it succeeds, but not for ever: a broker that is busy or has just come
/// back needs a moment.
pub(crate) async fn stubbornly<T, E>(what: impl AsyncFn() -> Result<T, E>) -> Result<T, E> {
    for _ in 1..TRIES {
        if let Ok(done) = what().await {
            return Ok(done);
        }
        tokio::time::sleep(PAUSE).await;
    }
    what().await
}

/// The brokers, as they may be shown.
fn hosts(servers: &[ServerAddr]) -> String {
    let hosts: Vec<String> = servers.iter().map(|s| format!("{}:{}", s.host(), s.port())).collect();
    hosts.join(",")
}

/// An address as it may be shown: without user and password.
fn hide_secrets(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if at > scheme => format!("{}...{}", &url[..scheme + 3], &url[at..]),
        _ => url.to_owned(),
    }
}
