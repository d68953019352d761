"""Our umpire as a game of OpenSpiel: importing this module registers `python_darkforge_kriegspiel`.

    import pyspiel, darkforge.open_spiel
    game = pyspiel.load_game("python_darkforge_kriegspiel(ruleset=cincinnati,ply_limit=200)")

Parameters: `ruleset` (default `icc`), `ply_limit` after which a game is drawn (400), `fen` of the first position (the
initial one). Player 0 has White. An action is a question to the umpire, with the numbers of `docs/python.md`; after a
refusal the same player acts again. `docs/python.md` lists where OpenSpiel's own `kriegspiel` differs.

A player's information state is everything that it asked and heard, in order (a string); its observation is what
`Umpire.observation` shows (a tensor and a string). Neither has anything of the other player's men.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from . import ACTIONS, PLANES, Umpire

COLORS = ("white", "black")
_MOST_QUESTIONS = 512  # in one turn; no own board allows as many

_GAME_TYPE = pyspiel.GameType(
    short_name="python_darkforge_kriegspiel",
    long_name="Kriegspiel by darkforge's umpire",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"ruleset": "icc", "ply_limit": 400, "fen": ""},
)


class KriegspielGame(pyspiel.Game):
    """The game with its parameters."""

    def __init__(self, params: dict[str, Any] | None = None):
        params = params or {}
        self.ruleset: str = params.get("ruleset", "icc")
        self.ply_limit: int = params.get("ply_limit", 400)
        self.fen: str | None = params.get("fen", "") or None
        Umpire(self.ruleset, ply_limit=self.ply_limit, fen=self.fen)  # raises ValueError for a wrong parameter
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.ply_limit * _MOST_QUESTIONS,
        )
        super().__init__(_GAME_TYPE, info, params)

    def new_initial_state(self) -> KriegspielState:
        return KriegspielState(self)

    def make_py_observer(self, iig_obs_type=None, params=None) -> KriegspielObserver:
        return KriegspielObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class KriegspielState(pyspiel.State):
    """One game."""

    def __init__(self, game: KriegspielGame):
        super().__init__(game)
        self.umpire = Umpire(game.ruleset, ply_limit=game.ply_limit, fen=game.fen)
        self.heard: list[list[str]] = [[], []]

    def current_player(self) -> int:
        if self.umpire.outcome is not None:
            return pyspiel.PlayerId.TERMINAL
        return int(self.umpire.turn == "black")

    def _legal_actions(self, player: int) -> list[int]:
        return self.umpire.actions()

    def _apply_action(self, action: int) -> None:
        mover = int(self.umpire.turn == "black")
        answer = self.umpire.act(action)
        said = "" if answer.said is None else f" {_words(answer.said)}"
        self.heard[mover].append(f"{answer.question} {answer.kind}{said}")
        if answer.said is not None:
            view = self.umpire.view(COLORS[1 - mover])
            overheard = "" if view.overheard_refusals is None else f" {view.overheard_refusals} refused"
            if view.overheard_any is not None:
                overheard += f" any {view.overheard_any}"
            self.heard[1 - mover].append(f"moved{said}{overheard}")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == self.current_player():
            return self.umpire.question(action)
        return f"{COLORS[player]} {action}"

    def is_terminal(self) -> bool:
        return self.umpire.outcome is not None

    def returns(self) -> list[float]:
        outcome = self.umpire.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "white" else [-1.0, 1.0]

    def __str__(self) -> str:
        """The true board and all questions: for people, never for players."""
        asked = " ".join(f"{answer.question}:{answer.kind}" for answer in self.umpire.history)
        return f"{self.umpire.fen()}\n{asked}"


def _words(said) -> str:
    """An announcement as text."""
    return repr(said).removeprefix("<Announcement ").removesuffix(">")


class KriegspielObserver:
    """What one player knows: `tensor` has the player and the planes; strings have all that it heard, or its view."""

    def __init__(self, iig_obs_type, params):
        if params:
            raise ValueError(f"there are no observation parameters; got {params}")
        self.perfect_recall: bool = iig_obs_type.perfect_recall
        self.tensor = np.zeros(2 + PLANES * 64, np.float32)
        self.dict = {"player": self.tensor[:2], "planes": self.tensor[2:].reshape(PLANES, 8, 8)}

    def set_from(self, state: KriegspielState, player: int) -> None:
        self.dict["player"][:] = (player == 0, player == 1)
        self.dict["planes"][:] = state.umpire.observation(COLORS[player])

    def string_from(self, state: KriegspielState, player: int) -> str:
        if self.perfect_recall:
            return "\n".join([COLORS[player], *state.heard[player]])
        view = state.umpire.view(COLORS[player])
        mover = "to move" if state.current_player() == player else "waits"
        own = f"refused {' '.join(view.refused) or '-'} any {view.any} obliged {view.obliged}"
        return f"{COLORS[player]} {mover}, ply {view.plies}, heard {_words(view.heard)}, {own}\n{view}"


pyspiel.register_game(_GAME_TYPE, KriegspielGame)
