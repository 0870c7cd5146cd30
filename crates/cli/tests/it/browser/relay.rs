//! A wire between a browser and the arena that can be cut and mended: everything that goes through is real.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The wire. It ends with the test's process.
pub struct Relay {
    address: SocketAddr,
    wire: Arc<Wire>,
}

#[derive(Default)]
struct Wire {
    is_cut: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

impl Relay {
    /// A wire to this host.
    pub fn to(host: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let wire = Arc::new(Wire::default());
        let (far, ours) = (host.to_owned(), wire.clone());
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                if !ours.is_cut.load(Ordering::SeqCst) {
                    join(near, &far, &ours);
                }
            }
        });
        Self { address, wire }
    }

    /// The address at this end.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Breaks every connection, and refuses new ones.
    pub fn cut(&self) {
        self.wire.is_cut.store(true, Ordering::SeqCst);
        for stream in self.wire.open.lock().unwrap().drain(..) {
            stream.shutdown(Shutdown::Both).ok();
        }
    }

    /// Lets connections through again.
    pub fn mend(&self) {
        self.wire.is_cut.store(false, Ordering::SeqCst);
    }
}

/// Carries bytes both ways until either side ends.
fn join(near: TcpStream, far: &str, wire: &Wire) {
    let Ok(far) = TcpStream::connect(far) else { return };
    let mut open = wire.open.lock().unwrap();
    for (from, to) in [(&near, &far), (&far, &near)] {
        let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
        open.push(from.try_clone().unwrap());
        std::thread::spawn(move || {
            let mut buffer = [0; 16 * 1024];
            while let Ok(n @ 1..) = from.read(&mut buffer) {
                if to.write_all(&buffer[..n]).is_err() {
                    break;
                }
            }
            from.shutdown(Shutdown::Both).ok();
            to.shutdown(Shutdown::Both).ok();
        });
    }
}
