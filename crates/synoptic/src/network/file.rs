//! Files: networks as safetensors, with their shape and recipe in the metadata.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};
use serde::{Deserialize, Serialize};

use super::numbers::Numbers;
use super::shape::{Layout, Shape, ShapeError};
use super::weights::Network;

/// A file that is not a network of this program.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read or written.
    #[error("network {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: std::io::Error,
    },
    /// Not a file of safetensors.
    #[error("network {name}: no file of safetensors ({problem})")]
    Format {
        /// The file.
        name: String,
        /// The reason.
        problem: String,
    },
    /// No shape in the metadata.
    #[error(
        "network {name}: its metadata have no key 'darkforge' with a shape and a recipe; `darkforge train` writes such files"
    )]
    NoShape {
        /// The file.
        name: String,
    },
    /// Sizes that are not possible.
    #[error("network {name}: {error}")]
    Shape {
        /// The file.
        name: String,
        /// The reason.
        error: ShapeError,
    },
    /// A part that is missing, has other sizes or numbers that are not finite.
    #[error("network {name}: '{part}' must have finite numbers of 32 bits, sizes {sizes:?}")]
    Part {
        /// The file.
        name: String,
        /// The part.
        part: String,
        /// The right sizes.
        sizes: Vec<usize>,
    },
}

/// The one key of the metadata, so that a file has the same bytes each time.
const KEY: &str = "darkforge";

#[derive(Serialize, Deserialize)]
struct Head {
    shape: Shape,
    recipe: BTreeMap<String, String>,
}

impl Network {
    /// The file's bytes; `more` are further arrays of the network's length.
    ///
    /// # Panics
    /// Never: the parts fit.
    pub fn to_bytes(&self, more: &[(&str, &[f32])]) -> Vec<u8> {
        let head = Head {
            shape: self.shape.clone(),
            recipe: self.recipe.clone(),
        };
        let head = serde_json::to_string(&head).expect("names and numbers");
        let bytes = |numbers: &[f32]| -> Vec<u8> {
            numbers
                .iter()
                .flat_map(|number| number.to_le_bytes())
                .collect()
        };
        let whole = bytes(&self.numbers);
        let more: Vec<(&str, Vec<u8>)> = more
            .iter()
            .map(|(name, numbers)| (*name, bytes(numbers)))
            .collect();
        let view = |sizes: &[usize], bytes| {
            TensorView::new(Dtype::F32, sizes.to_vec(), bytes).expect("sizes that fit")
        };
        let parts = self.layout.parts.iter().map(|part| {
            let range = 4 * part.at..4 * (part.at + part.len());
            (part.name.as_str(), view(&part.sizes, &whole[range]))
        });
        let more = more
            .iter()
            .map(|(name, bytes)| (*name, view(&[bytes.len() / 4], bytes)));
        let head = HashMap::from([(KEY.to_owned(), head)]);
        serialize(parts.chain(more), Some(head)).expect("parts that fit")
    }

    /// Reads a file's bytes; `name` is for messages. Also gives the further arrays called `more`.
    ///
    /// # Errors
    /// They are not those of a network.
    pub fn from_bytes(
        name: &str,
        bytes: &[u8],
        more: &[&str],
    ) -> Result<(Network, Vec<Vec<f32>>), NetworkError> {
        let name = name.to_owned();
        let format = |error: &dyn std::fmt::Display| NetworkError::Format {
            name: name.clone(),
            problem: error.to_string(),
        };
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(|error| format(&error))?;
        let head = metadata.metadata().as_ref().and_then(|head| head.get(KEY));
        let head = head.and_then(|head| serde_json::from_str::<Head>(head).ok());
        let Head { shape, recipe } =
            head.ok_or_else(|| NetworkError::NoShape { name: name.clone() })?;
        shape.check().map_err(|error| NetworkError::Shape {
            name: name.clone(),
            error,
        })?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| format(&error))?;
        let layout = Layout::new(&shape);
        let read = |part: &str, sizes: &[usize]| {
            let found = tensors.tensor(part).ok();
            let found = found.filter(|found| found.dtype() == Dtype::F32 && found.shape() == sizes);
            let numbers = found.map(|found| {
                let numbers = found.data().as_chunks().0.iter();
                let numbers = numbers.map(|&bytes| f32::from_le_bytes(bytes));
                numbers.collect::<Vec<f32>>()
            });
            let finite = |numbers: &Vec<f32>| numbers.iter().all(|number| number.is_finite());
            numbers.filter(finite).ok_or_else(|| NetworkError::Part {
                name: name.clone(),
                part: part.to_owned(),
                sizes: sizes.to_vec(),
            })
        };
        let mut numbers = Vec::with_capacity(layout.len);
        for part in &layout.parts {
            numbers.extend(read(&part.name, &part.sizes)?);
        }
        let more = more.iter().map(|part| read(part, &[layout.len]));
        let more = more.collect::<Result<_, NetworkError>>()?;
        let network = Network {
            shape,
            numbers: Numbers::new(numbers, &layout),
            layout,
            recipe,
        };
        Ok((network, more))
    }

    /// The network of this crate, which a training made.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn shipped() -> Network {
        let bytes = include_bytes!("../../assets/network.safetensors");
        let shipped = Network::from_bytes("default", bytes, &[]);
        shipped.expect("a network").0
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or is not a network.
    pub fn load(path: &Path) -> Result<Network, NetworkError> {
        let bytes = std::fs::read(path).map_err(|error| NetworkError::File {
            path: path.to_owned(),
            error,
        })?;
        let (network, _) = Network::from_bytes(&path.display().to_string(), &bytes, &[])?;
        Ok(network)
    }
}
