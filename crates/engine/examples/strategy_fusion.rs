//! Strategy fusion (T 6.2.1; Frank and Basin, 1998): sampling with minimax overrates a branch in which
//! the player needs another move in each world.
//!
//!     cargo run --release -p darkforge-engine --example strategy_fusion
//!
//! The tree is in the manner of T Figure 6.2, whose values are lost in the source's text: five equally
//! likely worlds, which the player cannot tell apart. At the root it goes left or right. Right is worth
//! 1 in each world. Left, the player moves again, and each move is worth 1 in some worlds and 0 in the
//! others; for each world there is a move worth 1.
//!
//! T is the thesis on Darkboard (Bologna, 2006), see `docs/bibliography.md`.

/// Number of worlds.
const WORLDS: usize = 5;

/// A place of the tree: payoffs by world, or the player's moves.
enum Node {
    /// Payoff in each world.
    End([f64; WORLDS]),
    /// The player chooses.
    Choice(Vec<Node>),
}

impl Node {
    /// Value in a `world` that the player sees.
    fn seen(&self, world: usize) -> f64 {
        match self {
            Node::End(payoffs) => payoffs[world],
            Node::Choice(moves) => best(moves.iter().map(|next| next.seen(world))),
        }
    }

    /// Value by sampling: the mean of the worlds' values, each with its own best moves.
    fn sampled(&self) -> f64 {
        (0..WORLDS).map(|world| self.seen(world)).sum::<f64>() / WORLDS as f64
    }

    /// Value that the player can get: the same moves in all worlds.
    fn with_one_strategy(&self) -> f64 {
        match self {
            Node::End(payoffs) => payoffs.iter().sum::<f64>() / WORLDS as f64,
            Node::Choice(moves) => best(moves.iter().map(Node::with_one_strategy)),
        }
    }
}

fn best(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}

/// The branches left and right.
fn tree() -> [Node; 2] {
    let left = Node::Choice(vec![
        Node::End([1.0, 1.0, 1.0, 0.0, 0.0]),
        Node::End([0.0, 0.0, 1.0, 1.0, 1.0]),
    ]);
    [left, Node::End([1.0; WORLDS])]
}

fn main() {
    for (name, branch) in ["left", "right"].into_iter().zip(tree()) {
        println!(
            "{name}: {:.1} by sampling, {:.1} by one strategy for all worlds",
            branch.sampled(),
            branch.with_one_strategy()
        );
    }
}

#[test]
fn sampling_values_both_branches_alike() {
    let [left, right] = tree();
    assert!((left.sampled() - right.sampled()).abs() < 1e-12);
    assert!(left.with_one_strategy() < right.with_one_strategy());
}
