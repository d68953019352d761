"""One game between two players, which may be written in Python."""

from __future__ import annotations

from typing import Protocol

from ._native import Announcement, Answer, Outcome, Record, Umpire, View

MOST_QUESTIONS = 512
"""Questions in one turn after which a player counts as asking without end, as in `darkforge match`."""


class PlayerLike(Protocol):
    """A player of one game. `darkforge.Player` is one; a class in Python with these methods is another.

    Calls come in this order: `begin` once; on its turn `choose` and `answered` until a move is played; after each move
    of the opponent `opponent_moved`; `ended` once. After a move that ends the game only `ended` is called.
    """

    def begin(self, view: View, ply_limit: int) -> None: ...

    def choose(self, view: View) -> str | None: ...

    def answered(self, view: View, answer: Answer) -> None: ...

    def opponent_moved(self, view: View, said: Announcement) -> None: ...

    def ended(self, view: View, said: Announcement | None, outcome: Outcome) -> None: ...


def play(
    white: PlayerLike,
    black: PlayerLike,
    ruleset: str = "icc",
    *,
    ply_limit: int = 1000,
    names: tuple[str, str] = ("White", "Black"),
) -> Record:
    """Plays one game to its end and returns its record.

    Raises RuntimeError if a player has no question left or asks without end.
    """
    umpire = Umpire(ruleset, ply_limit=ply_limit)
    players = {"white": white, "black": black}
    for color, player in players.items():
        player.begin(umpire.view(color), ply_limit)
    asked, said = 0, None
    while umpire.outcome is None:
        color = umpire.turn
        other = "black" if color == "white" else "white"
        question = players[color].choose(umpire.view(color))
        asked += 1
        if question is None or asked > MOST_QUESTIONS:
            why = "has no question left" if question is None else f"asks more than {MOST_QUESTIONS} times in one turn"
            raise RuntimeError(f"{color} {why} at ply {umpire.plies}")
        answer = umpire.ask(question)
        said = answer.said
        if said is not None:
            asked = 0
        if umpire.outcome is not None:
            break
        players[color].answered(umpire.view(color), answer)
        if said is not None:
            players[other].opponent_moved(umpire.view(other), said)
    for color, player in players.items():
        player.ended(umpire.view(color), said, umpire.outcome)
    return umpire.record(*names)
