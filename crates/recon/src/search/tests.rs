use super::*;

fn value(fen: &str, depth: u32) -> i32 {
    let node = Node::new(fen.parse().unwrap(), &Judgement::USUAL);
    Searcher::default().value(&node, depth, -WIN, WIN)
}

#[test]
fn a_king_that_can_be_captured_is() {
    assert_eq!(value("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", 1), WIN);
}

#[test]
fn mate_is_a_win() {
    assert!(value("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3) > WIN - 10);
    assert!(value("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 2) < 10 - WIN);
}

#[test]
fn a_hanging_queen_is_taken() {
    let value = value("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 1);
    assert!((0..400).contains(&value), "{value}");
}

#[test]
fn the_static_value_follows_the_moves() {
    let mut node = Node::new(
        "r3k2r/pPp2ppp/8/3pP3/8/8/P4PPP/R3K2R w KQkq d6 0 9"
            .parse()
            .unwrap(),
        &Judgement::USUAL,
    );
    for _ in 0..6 {
        let mut steps = Vec::new();
        node.position
            .side(node.position.turn)
            .each(|step| steps.push(step));
        for step in &steps {
            let next = node.after(Some(node.taken(*step)));
            assert_eq!(
                next.value(),
                Node::new(next.position.clone(), &Judgement::USUAL).value(),
                "{step:?}"
            );
        }
        node = node.after(Some(node.taken(steps[steps.len() / 2])));
    }
}
