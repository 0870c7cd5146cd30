//! Players' files on their way: put into the broker's object store under the hash of their content, fetched by it,
//! and believed only if the hash is right.

use std::collections::{HashMap, HashSet};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use agon_arena::identity::file_of;
use agon_arena::job::Identity;
use agon_arena::player::spec::is_foreign;
use async_nats::jetstream::object_store::{Config, ObjectStore};
use tokio::io::AsyncReadExt;

use crate::failure::FleetError;
use crate::link::{Link, PAUSE, TRIES};
use crate::wire::{PLAYERS, Parcel};

/// No player is larger.
const LARGEST: u64 = 256 << 20;

/// Puts the files of players where workers find them; each parcel by the player's hash.
pub(crate) async fn send(
    link: &Link,
    players: &[std::sync::Arc<Identity>],
) -> Result<HashMap<String, Parcel>, FleetError> {
    let mut parcels = HashMap::new();
    let mut bucket = None;
    for player in players.iter().filter(|player| is_foreign(&player.spec)) {
        if player.spec == "human" || player.spec.starts_with("tcp:") {
            return Err(FleetError::StaysHere(player.spec.clone()));
        }
        // A program without a path is one that workers have of their own.
        let Some(path) = file_of(&player.spec) else { continue };
        let content = std::fs::read(&path).map_err(|error| FleetError::File { path: path.clone(), error })?;
        let hash = blake3::hash(&content).to_hex().to_string();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let failed = |error: String| FleetError::Parcel(player.spec.clone(), error);
        let bucket: &ObjectStore = match &bucket {
            Some(bucket) => bucket,
            None => bucket.insert(open_bucket(link).await?),
        };
        if bucket.info(&hash).await.is_err() {
            bucket.put(hash.as_str(), &mut &content[..]).await.map_err(|error| failed(error.to_string()))?;
        }
        parcels.insert(player.hash.clone(), Parcel { hash, name });
    }
    Ok(parcels)
}

async fn open_bucket(link: &Link) -> Result<ObjectStore, FleetError> {
    match link.jetstream.get_object_store(PLAYERS).await {
        Ok(bucket) => Ok(bucket),
        Err(_) => {
            let config = Config { bucket: PLAYERS.to_owned(), ..Default::default() };
            link.jetstream.create_object_store(config).await.map_err(FleetError::broker)
        }
    }
}

/// The files that a worker has, in a folder of its own.
pub(crate) struct Shelf {
    folder: PathBuf,
    /// Files whose content was seen to be right.
    known: Mutex<HashSet<String>>,
}

impl Shelf {
    pub(crate) fn new(folder: PathBuf) -> Shelf {
        Shelf { folder, known: Mutex::default() }
    }

    /// The file of a parcel, fetched if it is not here or not what it was.
    pub(crate) async fn file(&self, link: &Link, parcel: &Parcel) -> Result<PathBuf, String> {
        let name = Path::new(&parcel.name).file_name().ok_or("a player's file without a name")?;
        if parcel.hash.len() != 64 || !parcel.hash.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(format!("`{}` is not a hash", parcel.hash));
        }
        let path = self.folder.join(&parcel.hash).join(name);
        if self.is_known(&parcel.hash) && path.exists() {
            return Ok(path);
        }
        let is_here = std::fs::read(&path).is_ok_and(|content| is_right(&content, parcel));
        if !is_here {
            let content = fetch(link, parcel).await?;
            if !is_right(&content, parcel) {
                return Err(format!(
                    "player file `{}` is refused: its content is not what its hash {} says",
                    parcel.name,
                    &parcel.hash[..12]
                ));
            }
            keep(&path, &content).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        }
        self.known.lock().expect("nobody panics while holding it").insert(parcel.hash.clone());
        Ok(path)
    }

    fn is_known(&self, hash: &str) -> bool {
        self.known.lock().expect("nobody panics while holding it").contains(hash)
    }
}

fn is_right(content: &[u8], parcel: &Parcel) -> bool {
    blake3::hash(content).to_hex().as_str() == parcel.hash
}

/// The content of a parcel; a broker that is busy or has just come back is asked again.
async fn fetch(link: &Link, parcel: &Parcel) -> Result<Vec<u8>, String> {
    let mut fetched = fetch_once(link, parcel).await;
    for _ in 1..TRIES {
        if fetched.is_ok() {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        fetched = fetch_once(link, parcel).await;
    }
    fetched
}

async fn fetch_once(link: &Link, parcel: &Parcel) -> Result<Vec<u8>, String> {
    let failed = |error: String| format!("player file `{}` cannot be fetched: {error}", parcel.name);
    let bucket = link.jetstream.get_object_store(PLAYERS).await.map_err(|error| failed(error.to_string()))?;
    let object = bucket.get(&parcel.hash).await.map_err(|error| failed(error.to_string()))?;
    let mut content = Vec::new();
    object.take(LARGEST).read_to_end(&mut content).await.map_err(|error| failed(error.to_string()))?;
    Ok(content)
}

/// Writes a file so that it is there whole or not at all, whoever else does the same.
fn keep(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let draft = folder.join(format!(".{}.draft", std::process::id()));
    std::fs::write(&draft, content)?;
    std::fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o755))?;
    std::fs::rename(&draft, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broker::Broker;
    use crate::link::Access;

    #[test]
    fn files_come_by_their_hash_and_wrong_ones_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let Some(broker) = Broker::start(&dir.path().join("streams"), &[]) else { return };
        let access = Access { url: broker.url(), ..Access::default() };
        let (runtime, link) = access.open("test").unwrap();
        let file = dir.path().join("mine.so");
        std::fs::write(&file, b"not really a library").unwrap();
        let spec = file.to_str().unwrap();
        let player = std::sync::Arc::new(agon_arena::identity::identify(spec, None).unwrap());
        runtime.block_on(async {
            let parcels = send(&link, std::slice::from_ref(&player)).await.unwrap();
            let parcel = &parcels[&player.hash];
            let shelf = |name: &str| Shelf::new(dir.path().join(name));
            let fetched = shelf("a").file(&link, parcel).await.unwrap();
            assert_eq!(std::fs::read(&fetched).unwrap(), b"not really a library");
            // What was damaged here is fetched again.
            std::fs::write(&fetched, b"damaged").unwrap();
            assert_eq!(shelf("a").file(&link, parcel).await.unwrap(), fetched);
            assert_eq!(std::fs::read(&fetched).unwrap(), b"not really a library");
            // What is wrong there is refused, and not kept.
            let bucket = link.jetstream.get_object_store(PLAYERS).await.unwrap();
            bucket.put(parcel.hash.as_str(), &mut &b"another one"[..]).await.unwrap();
            let refused = shelf("b").file(&link, parcel).await.unwrap_err();
            assert!(refused.contains("is refused"), "{refused}");
            assert!(!dir.path().join("b").exists());
            let absent = Parcel { hash: "0".repeat(64), name: "mine.so".to_owned() };
            assert!(shelf("b").file(&link, &absent).await.unwrap_err().contains("cannot be fetched"));
            let sly = Parcel { hash: "../../etc".to_owned(), name: "passwd".to_owned() };
            assert!(shelf("b").file(&link, &sly).await.unwrap_err().contains("not a hash"));
        });
    }
}
