//! Connections: accepted, bounded in number and in patience, and ended in good order.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::caller::Peer;

/// Connections at once.
const MOST: usize = 8192;
/// How long a client may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long open requests may take when the server closes.
const FAREWELL: Duration = Duration::from_secs(3);

/// Lets this process hold as many connections as it takes, where the system's first offer is smaller.
pub(crate) fn make_room() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(2 * MOST as u64, |most| most.min(2 * MOST as u64));
    if limit.current.is_some_and(|current| current < wanted) {
        // Without it fewer can come at once; the others wait.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
    }
}

/// Serves until told to stop.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    is_proxied: bool,
    stopped: impl Future<Output = ()>,
) {
    let open = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(MOST));
    let mut stopped = std::pin::pin!(stopped);
    loop {
        let Ok(slot) = slots.clone().acquire_owned().await else { break };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => break,
        };
        let Ok((stream, address)) = accepted else {
            // Out of descriptors, most likely: some will come back.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Events are small and should not wait for company.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service =
            hyper::service::service_fn(move |request| answer(app.clone(), request, address, is_proxied));
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 * 1024);
        let connection = open.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // What a client does to its connection is its own affair.
            let _ = connection.await;
            drop(slot);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, open.shutdown()).await;
}

async fn answer(
    app: Router,
    mut request: Request<Incoming>,
    address: SocketAddr,
    is_proxied: bool,
) -> Result<Response<Body>, Infallible> {
    let forwarded = if is_proxied { forwarded(&request) } else { None };
    request.extensions_mut().insert(Peer(forwarded.unwrap_or(address.ip())));
    app.oneshot(request.map(Body::new)).await
}

/// The address that the proxy saw: the last of the list, which is the one it added itself.
fn forwarded(request: &Request<Incoming>) -> Option<IpAddr> {
    let list = request.headers().get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    list.rsplit(',').next()?.trim().parse().ok()
}
