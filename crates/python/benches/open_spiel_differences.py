#!/usr/bin/env python3
"""Random games of PyPI open_spiel's `kriegspiel`, each question also asked to our umpire: counts the differences.

    /tmp/speed/bin/python crates/python/benches/open_spiel_differences.py [--games 500] [--ruleset icc]

Compared: refusals, the announced capture, checks and pawn tries, the questions that are open to the mover, and the end.
A game is left at its first difference that changes its course.
"""

import argparse
import collections
import random
import re

import pyspiel

import darkforge

CHECKS = {"File": "file", "Rank": "rank", "Long-diagonal": "long", "Short-diagonal": "short", "Knight": "knight"}


def heard(message):
    """OpenSpiel's message as (illegal, kind and square of a capture, checks, pawn tries)."""
    message = message.splitlines()[-1]
    capture = re.search(r"(Pawn|Piece) at (\w\d) captured", message)
    checks = sorted(CHECKS[word] for word in re.findall(r"([\w-]+) check", message))
    tries = re.search(r"(\d+) pawn tr", message)
    return (
        message.startswith("Illegal"),
        capture and (capture[1].lower(), capture[2]),
        checks,
        int(tries[1]) if tries else 0,
    )


def ours(answer):
    said = answer.said
    if said is None:
        return True, None, [], 0
    capture = (said.captured, said.capture) if said.capture else None
    return False, capture, sorted(said.checks), said.pawn_tries


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--ruleset", default="icc")
    args = parser.parse_args()
    counts, first = collections.Counter(), {}
    draw = random.Random(1)
    game = pyspiel.load_game("kriegspiel")

    def differ(kind, why):
        counts[kind] += 1
        first.setdefault(kind, why)

    for _ in range(args.games):
        counts["games"] += 1
        state, umpire = game.new_initial_state(), darkforge.Umpire(args.ruleset, ply_limit=100_000)
        while not state.is_terminal() and umpire.outcome is None:
            texts = {state.action_to_string(action): action for action in state.legal_actions()}
            open_here = set(umpire.view().tries())
            counts["turns"] += 1
            sides = ("only OpenSpiel asks", set(texts) - open_here), ("only darkforge asks", open_here - set(texts))
            for kind, questions in sides:
                if questions:
                    pawns = {q for q in questions if q != "any" and umpire.view().is_pawn_capture(q)}
                    what = "pawn captures" if pawns == questions else "others"
                    differ(f"{kind}: {what}", (umpire.fen(), sorted(questions)[:4]))
            asked = draw.choice(sorted(texts))
            before = umpire.fen()
            state.apply_action(texts[asked])
            answer = umpire.ask(asked)
            counts["questions"] += 1
            theirs, own = heard(state.observation_string(0)), ours(answer)
            counts["checks of darkforge"] += bool(own[2])
            counts["checks of OpenSpiel"] += bool(theirs[2])
            for kind, one, other in zip(("refusal", "capture", "checks", "pawn tries"), theirs, own, strict=True):
                if one != other:
                    differ(kind, f"{before} {asked}: OpenSpiel {one}, darkforge {other}")
            if theirs[0] != own[0]:
                break
        else:
            # OpenSpiel's player 1 has White.
            result = umpire.outcome and umpire.outcome.result
            spiel = state.is_terminal() and {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[int(state.returns()[1])]
            if (result or False) != spiel:
                quiet = " after 50 quiet plies" if umpire.fen().split()[4] == "50" else ""
                over = umpire.outcome.ending if umpire.outcome else "nothing"
                kind = f"end: darkforge {over}, OpenSpiel {spiel or 'nothing'}{quiet}"
                differ(kind, umpire.fen())
    for kind, count in counts.most_common():
        print(f"{count:8} {kind}: {first.get(kind, '')}")


if __name__ == "__main__":
    main()
