"""Kriegspiel as a PettingZoo environment (AEC): `darkforge.pettingzoo.env()`.

`player_0` has White, `player_1` Black. An action is a question to the umpire. After a refusal, or an answer to "Any?",
the same agent acts again: `agent_selection` does not change. An observation is a dict:

- `observation`: float32, (PLANES, 8, 8), what the agent sees and heard, in its own frame;
- `action_mask`: int8, (ACTIONS,), questions that its own board and the umpire's words of this turn allow and that it
  has not asked in this turn. All zeros while the other agent is to move. A question in the mask may be refused; every
  legal move that may be asked now is in it.

Rewards are 1 and -1 at the end, 0 for a draw. A game ended by the ply limit is truncated, not terminated.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import ACTIONS, PLANES, Umpire

AGENTS = ("player_0", "player_1")
COLORS = {"player_0": "white", "player_1": "black"}


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's checks: an action outside the mask ends the game as lost by its agent."""
    checked: Any = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # noqa: N801, PettingZoo's name
    """The environment without checks: an action outside the mask is asked like any other."""

    metadata = {
        "name": "darkforge_kriegspiel_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, ruleset: str = "icc", ply_limit: int = 400, render_mode: str | None = None):
        super().__init__()
        self.ruleset, self.ply_limit, self.render_mode = ruleset, ply_limit, render_mode
        self.possible_agents = list(AGENTS)
        self.umpire = Umpire(ruleset, ply_limit=ply_limit)

    @functools.lru_cache(maxsize=None)  # noqa: B019, PettingZoo wants the same object each time
    def observation_space(self, agent: str) -> spaces.Dict:
        planes = spaces.Box(0.0, 4.0, (PLANES, 8, 8), np.float32)
        return spaces.Dict({"observation": planes, "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)})

    @functools.lru_cache(maxsize=None)  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        return spaces.Discrete(ACTIONS)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The umpire draws nothing, so `seed` has no effect; `options={"fen": ...}` sets the start."""
        fen = (options or {}).get("fen")
        self.umpire = Umpire(self.ruleset, ply_limit=self.ply_limit, fen=fen)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return AGENTS[self.umpire.turn == "black"]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        color = COLORS[agent]
        if self.umpire.outcome is None and self.umpire.turn == color:
            mask = self.umpire.mask().astype(np.int8)
        else:
            mask = np.zeros(ACTIONS, np.int8)
        return {"observation": self.umpire.observation(color), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        answer = self.umpire.act(int(action))
        self.infos = {one: {} for one in self.agents}
        self.infos[agent] = {"question": answer.question, "answer": answer.kind}
        outcome = self.umpire.outcome
        if outcome is not None:
            cut = outcome.ending == "ply_limit"
            ends = self.truncations if cut else self.terminations
            for one in self.agents:
                ends[one] = True
                won = outcome.winner
                self.rewards[one] = 0.0 if won is None else 1.0 if COLORS[one] == won else -1.0
                self.infos[one]["ending"] = outcome.ending
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self.agent_selection = self._mover()
        self._accumulate_rewards()
        if self.render_mode == "human":
            print(self.umpire, "\n")

    def render(self) -> str | None:
        """The true board: for people who watch, never for agents."""
        if self.render_mode == "ansi":
            return str(self.umpire)
        return None

    def close(self) -> None:
        """There is nothing to close."""
