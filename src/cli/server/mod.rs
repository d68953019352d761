//! Server of one run's folder, for a look from elsewhere: it answers GET and HEAD with the files that
//! a run writes, and with nothing else.
//!
//! Requests are parsed by `httparse`. Each connection has one request, a thread of its own and a time
//! by which it must be done, and there are few of them at once: a client that is slow or means harm
//! gets no answer, and the run goes on.

mod address;
mod reply;
mod request;
mod resource;

use std::io::{ErrorKind, Read as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

pub(crate) use address::{Address, is_numeric};
use reply::{Failure, Reply};
use request::Request;
use resource::Resource;

use crate::cli::errors::usage;

/// Connections at once; further ones are told to come again.
const MOST: usize = 16;
/// Time in which a request must have come.
const ASK: Duration = Duration::from_secs(5);
/// Time in which a piece of an answer must have gone, and all of it.
const PIECE: Duration = Duration::from_secs(10);
const ANSWER: Duration = Duration::from_mins(5);
/// Time between two looks for connections.
const LOOK: Duration = Duration::from_millis(20);
/// Time between two looks when there is no room for a connection, such as no open file left.
const REST: Duration = Duration::from_millis(200);
/// Bytes of a connection's stack.
const STACK: usize = 256 << 10;

/// A server; it ends when it is dropped.
pub(crate) struct Server {
    address: SocketAddr,
    /// Until it is started.
    listener: Option<TcpListener>,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Takes the address, before anything is written; nobody is answered yet.
    ///
    /// # Errors
    /// It cannot be had: wrong usage.
    pub(crate) fn bind(address: Address) -> anyhow::Result<Server> {
        let wrong = |error: std::io::Error| {
            usage(match error.kind() {
                ErrorKind::AddrInUse => format!(
                    "--serve {address}: another program listens there; name another port, or 0 for \
                     one that is free"
                ),
                _ => format!("--serve {address}: {error}"),
            })
        };
        let listener = TcpListener::bind(address.socket()).map_err(wrong)?;
        listener.set_nonblocking(true).map_err(wrong)?;
        Ok(Server {
            address: listener.local_addr().map_err(wrong)?,
            listener: Some(listener),
            ended: Arc::default(),
            thread: None,
        })
    }

    /// The address with the port that was chosen.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Begins to serve `folder`.
    ///
    /// # Errors
    /// There is no thread left for it.
    pub(crate) fn start(&mut self, folder: &Path) -> std::io::Result<()> {
        let Some(listener) = self.listener.take() else {
            return Ok(());
        };
        let site = Site {
            folder: folder.to_owned(),
            is_local: Address::from(self.address).is_loopback(),
            ended: Arc::clone(&self.ended),
        };
        let serve = move || site.serve(&listener);
        self.thread = Some(Builder::new().name("server".to_owned()).spawn(serve)?);
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // Whatever it did, the run is over.
            let _ = thread.join();
        }
    }
}

/// The folder that is served.
#[derive(Clone)]
struct Site {
    folder: PathBuf,
    /// Whether only this machine reaches it: then a browser must ask for it by an address. Another
    /// site whose name leads here would otherwise read the folder through a visitor's browser.
    is_local: bool,
    ended: Arc<AtomicBool>,
}

impl Site {
    /// Accepts connections until the end.
    fn serve(&self, listener: &TcpListener) {
        let open = Arc::new(AtomicUsize::new(0));
        while !self.ended.load(Ordering::Relaxed) {
            match listener.accept() {
                Ok((stream, _)) => self.accept(stream, &open),
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(LOOK),
                Err(_) => std::thread::sleep(REST),
            }
        }
    }

    fn accept(&self, mut stream: TcpStream, open: &Arc<AtomicUsize>) {
        let place = Place::of(open);
        let (Some(place), Ok(())) = (place, stream.set_nonblocking(false)) else {
            // What a client does not take at once is lost.
            let _ = Reply::failure(Failure::Busy).write(&mut stream, true, |_| false);
            return;
        };
        let site = self.clone();
        let answer = move || {
            let _place = place;
            // Nobody waits for an answer that cannot be given.
            let _ = site.answer(&mut stream);
        };
        // Without a thread the connection closes.
        let _ = Builder::new().stack_size(STACK).spawn(answer);
    }

    /// Reads the request of a connection and answers it.
    fn answer(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        stream.set_write_timeout(Some(PIECE))?;
        let request = Request::read(stream, Instant::now() + ASK)?;
        let (reply, has_body) = match request.and_then(|request| request.admitted(self.is_local)) {
            Err(failure) => (Reply::failure(failure), true),
            Ok(request) => match Resource::find(&self.folder, request.path()) {
                Some(resource) => (Reply::of(resource), !request.is_head()),
                None => (Reply::failure(Failure::NotFound), !request.is_head()),
            },
        };
        let until = Instant::now() + ANSWER;
        let goes_on = |now: Instant| now < until && !self.ended.load(Ordering::Relaxed);
        reply.write(stream, has_body, goes_on)?;
        // To close a connection with unread bytes would take the answer from the client.
        stream.shutdown(Shutdown::Write)?;
        stream.set_read_timeout(Some(LOOK))?;
        let mut rest = [0; 4096];
        for _ in 0..16 {
            if stream.read(&mut rest)? == 0 {
                break;
            }
        }
        Ok(())
    }
}

/// A connection's place among those that are open.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn of(open: &Arc<AtomicUsize>) -> Option<Place> {
        let place = Place(Arc::clone(open));
        (open.fetch_add(1, Ordering::Relaxed) < MOST).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
