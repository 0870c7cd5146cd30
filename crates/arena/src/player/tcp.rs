//! Blobwar players over TCP, in the school's dialect: we listen, one player per connection, one line out, one JSON
//! value back.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use agon_games::game::{PackedMove, Piece};
use agon_games::record::Ending;
use agon_games::side::Side;
use agon_games::spec::Kind;
use agon_protocol::school::{Answer, Cell, scan_answer, write_question};
use rustix::io::Errno;
use rustix::net::{SendFlags, send};

use super::waiting::{self, Direction};
use super::{Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use crate::referee::Fault;

/// The school's own port.
const DEFAULT: &str = "127.0.0.1:12345";

/// How long a player has to connect.
const CONNECT: Duration = Duration::from_secs(60);

/// The dialect's boards have eight columns and rows.
const SIDE: usize = 8;

/// A listener, and the player once it has come.
#[derive(Debug)]
pub struct Tcp {
    listener: TcpListener,
    connect_time: Duration,
    stream: Option<TcpStream>,
    pending: Vec<u8>,
}

impl Tcp {
    /// Listens on an address, or on a port of this machine alone: the school's, where none is given.
    pub fn listen(address: &str) -> std::io::Result<Tcp> {
        let address = if address.is_empty() { DEFAULT } else { address };
        let invalid = |error| std::io::Error::new(ErrorKind::InvalidInput, error);
        let address: SocketAddr = match address.parse::<u16>() {
            Ok(port) => (Ipv4Addr::LOCALHOST, port).into(),
            Err(_) => address.parse().map_err(invalid)?,
        };
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Tcp { listener, connect_time: CONNECT, stream: None, pending: Vec::new() })
    }

    /// Where players are to connect.
    pub fn address(&self) -> Option<SocketAddr> {
        self.listener.local_addr().ok()
    }

    fn accept(&self, seat: &Seat, deadline: Instant) -> Result<TcpStream, StartError> {
        loop {
            waiting::until(Some(seat), self.listener.as_fd(), Direction::In, deadline).map_err(|fault| {
                StartError::Fault(Fault { reason: "nobody connected".to_owned(), ..fault })
            })?;
            match self.listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nodelay(true).ok();
                    stream.set_nonblocking(true).ok();
                    return Ok(stream);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(StartError::Refused(format!("accept: {error}"))),
            }
        }
    }

    fn ask(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let stream = self.stream.as_ref().expect("a player has taken its seat before it is asked");
        let mut question = String::with_capacity(SIDE * SIDE + 2);
        let cells = (0..SIDE * SIDE).map(|cell| match turn.position.piece(cell) {
            Piece::Of(Side::First) => Cell::Red,
            Piece::Of(Side::Second) => Cell::Blue,
            Piece::Hole => Cell::Hole,
            _ => Cell::Empty,
        });
        write_question(&mut question, seat.side.index(), cells);
        // What came before the question answers nothing.
        self.pending.clear();
        match send(stream, question.as_bytes(), SendFlags::NOSIGNAL) {
            Ok(n) if n == question.len() => {}
            Ok(_) | Err(Errno::AGAIN) => return Err(Fault::new(Ending::Protocol, "it does not read")),
            Err(error) => return Err(Fault::new(Ending::Crash, format!("connection lost: {error}"))),
        }
        loop {
            let scanned =
                scan_answer(&self.pending).map_err(|bad| Fault::new(Ending::Protocol, bad.to_string()))?;
            if let Some((answer, _)) = scanned {
                return Ok(answer);
            }
            waiting::until(Some(seat), stream.as_fd(), Direction::In, turn.deadline)?;
            let mut chunk = [0; 512];
            match rustix::io::read(stream, &mut chunk) {
                Ok(0) => return Err(Fault::new(Ending::Crash, "it hung up")),
                Ok(n) => self.pending.extend_from_slice(&chunk[..n]),
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(error) => return Err(Fault::new(Ending::Crash, format!("connection lost: {error}"))),
            }
        }
    }
}

impl Player for Tcp {
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError> {
        let board = seat.table.board();
        if seat.table.spec().kind != Kind::Blobwar || (board.cols(), board.rows()) != (SIDE, SIDE) {
            return Err(StartError::Refused(format!(
                "players over tcp know blobwar on 8x8 boards only, not {}",
                seat.table.spec()
            )));
        }
        if self.stream.is_none() {
            self.stream = Some(self.accept(seat, Instant::now() + self.connect_time)?);
        }
        Ok(Introduction { name: None, isolation: Some("remote".to_owned()) })
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let cell = |number: u32| if (number as usize) < SIDE * SIDE { number } else { 0x1FF };
        let bits = match self.ask(seat, turn)? {
            Answer::Pass => 0,
            Answer::Duplicate(to) => 1 << 18 | cell(to),
            Answer::Jump(from, to) => 2 << 18 | cell(from) << 9 | cell(to),
        };
        Ok(Reply::of(Choice::Move(PackedMove(bits))))
    }

    /// The connection is kept for the next game.
    fn finish(&mut self, _: &Seat) -> Option<Fault> {
        None
    }
}
