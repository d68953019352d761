//! The darkforge program: see [`darkforge::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    darkforge::cli::main()
}
