#!/usr/bin/env python3
"""Plays Kriegspiel at random by the protocol of docs/protocol.md: a client to begin from.

    darkforge match 'process:python3 scripts/random_player.py' random --games 20

It keeps its own men, tries what they could do if no enemy man stood anywhere, in random
order, and asks "Any?" where that is asked. Whatever else it is told it passes over.
"""
import random
import sys

BACK_RANK = "RNBQKBNR"
LINES = {"R": [(0, 1), (1, 0), (0, -1), (-1, 0)], "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)]}
LINES["Q"] = LINES["K"] = LINES["R"] + LINES["B"]
LINES["N"] = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


def pairs(words):
    """`capture d5 captured pawn enpassant` as a dictionary; flags have no value."""
    words = iter(words)
    return {word: word in ("enpassant", "promotion") or next(words) for word in words}


class Game:
    def __init__(self, words):
        game = pairs(words)
        self.white = game["color"] == "white"
        self.may_ask = game["ruleset"] in ("english", "berkeley-any")
        self.random = random.Random(f"{game['seed']} {game['stream']}")
        home, pawns = (0, 1) if self.white else (7, 6)
        self.men = {(file, home): man for file, man in enumerate(BACK_RANK)}
        self.men.update({(file, pawns): "P" for file in range(8)})
        self.left = None

    def moves(self):
        for (file, rank), man in sorted(self.men.items()):
            step, start = (1, 1) if self.white else (-1, 6)
            if man == "P":
                targets = [(file - 1, rank + step), (file + 1, rank + step), (file, rank + step)]
                if rank == start and targets[2] not in self.men:
                    targets.append((file, rank + 2 * step))
            else:
                reach = 2 if man in "NK" else 8
                targets = []
                for across, up in LINES[man]:
                    for far in range(1, reach):
                        targets.append((file + far * across, rank + far * up))
                        if targets[-1] in self.men:
                            break
            for to in targets:
                if to not in self.men and 0 <= to[0] < 8 and 0 <= to[1] < 8:
                    queen = "q" if man == "P" and to[1] in (0, 7) else ""
                    yield name((file, rank)) + name(to) + queen

    def ask(self):
        if self.left is None:  # the first question of a turn
            self.left = ["try " + move for move in self.moves()] + ["any"] * self.may_ask
            self.random.shuffle(self.left)
        self.asked = self.left.pop() if self.left else "none"
        return self.asked

    def played(self):
        man = self.men.pop(square(self.asked[4:6]))
        self.men[square(self.asked[6:8])] = "Q" if self.asked[8:] else man
        self.left = None

    def moved(self, said):
        if "capture" in said:
            file, rank = square(said["capture"])
            if "enpassant" in said:  # the landing square: the pawn stood before it
                rank += 1 if self.white else -1
            self.men.pop((file, rank), None)


def name(place):
    return "abcdefgh"[place[0]] + str(place[1] + 1)


def square(text):
    return "abcdefgh".index(text[0]), int(text[1]) - 1


for line in sys.stdin:
    order, *words = line.split()
    if order == "protocol":
        print("ready 1", flush=True)
    elif order == "newgame":
        game = Game(words)
        print("ready", flush=True)
    elif order in ("yourmove", "refused", "nonsense", "yes", "no"):
        if order == "nonsense":  # it may be allowed later in the turn
            game.left.insert(0, game.asked)
        print(game.ask(), flush=True)
    elif order == "played":
        game.played()
    elif order == "moved":
        game.moved(pairs(words))
    elif order == "quit":
        break
