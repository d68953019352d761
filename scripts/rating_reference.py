#!/usr/bin/env python3
"""Ratings of the made-up pool of crates/ratings/src/rating/tests.rs by scipy, independently.

The negative log-likelihood of each model is written out from the games' probabilities and
given to scipy.optimize.minimize; standard errors come from its numerical Hessian, and under
Bradley-Terry, where draws are half points, from the measured scatter of the points around
what is expected. Profile intervals fit all other parameters anew at each end. Needs numpy
and scipy. Prints the constants that the tests hold.
"""

import numpy as np
from scipy.optimize import brentq, minimize

ELO = 400 / np.log(10)
Z95 = 1.959963984540054
PLAYERS = "abcde"
GAMES = [
    ("a", "b", (30, 20, 10)),
    ("b", "a", (12, 25, 23)),
    ("a", "c", (18, 22, 20)),
    ("c", "a", (21, 24, 15)),
    ("b", "c", (14, 28, 18)),
    ("c", "b", (19, 30, 11)),
    ("d", "a", (9, 20, 31)),
    ("a", "d", (40, 12, 8)),
    ("d", "e", (25, 15, 20)),
    ("e", "d", (22, 18, 20)),
    ("e", "c", (10, 12, 38)),
    ("b", "e", (29, 21, 10)),
]


def shares(model, elo, draw):
    """Probabilities of win, draw and loss for White at a lead in Elo."""
    power = 10 ** (elo / 400)
    if model == "davidson":
        weights = np.array([power**0.5, draw, power**-0.5])
        return weights / weights.sum()
    threshold = 10 ** (draw / 400)
    win = power / (power + threshold)
    loss = 1 / (1 + power * threshold)
    return np.array([win, 1 - win - loss, loss])


def expected(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def lead(parameters, white, black):
    ratings = np.append(parameters[:4], -sum(parameters[:4]))  # mean 0
    return ratings[PLAYERS.index(white)] - ratings[PLAYERS.index(black)] + parameters[4]


def loss(model, parameters):
    total = 0.0
    for white, black, (wins, draws, losses) in GAMES:
        elo = lead(parameters, white, black)
        if model == "bradley-terry":
            points, games = wins + draws / 2, wins + draws + losses
            p = expected(elo)
            total -= points * np.log(p) + (games - points) * np.log(1 - p)
        else:
            total -= np.dot((wins, draws, losses), np.log(shares(model, elo, parameters[5])))
    return total


def hessian(function, at):
    step = np.maximum(1e-3 * np.abs(at), 1e-2)
    size = len(at)
    result = np.empty((size, size))
    for i in range(size):
        for j in range(size):
            values = []
            for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                moved = at.copy()
                moved[i] += a * step[i]
                moved[j] += b * step[j]
                values.append(function(moved))
            result[i, j] = (values[0] - values[1] - values[2] + values[3]) / (4 * step[i] * step[j])
    return result


def scatter(parameters, size):
    """Covariance of the Bradley-Terry gradient: a pairing's mean squared deviation, drawn
    towards that of all games in the weight of 20 games."""
    rows, total, coins, count = [], 0.5, 0.5, 0
    for white, black, (wins, draws, losses) in GAMES:
        p = expected(lead(parameters, white, black))
        square = wins * (1 - p) ** 2 + draws * (0.5 - p) ** 2 + losses * p**2
        games = wins + draws + losses
        rows.append((white, black, games, square, p * (1 - p)))
        total, coins, count = total + square, coins + games * p * (1 - p), count + games
    fitted = count / (count - size)
    ratio = total * fitted / coins
    matrix = np.zeros((size, size))
    for white, black, games, square, coin in rows:
        slope = np.array([lead(row, white, black) for row in np.eye(size)]) / ELO
        own = (square * fitted + 20 * ratio * coin) / (games + 20)
        matrix += games * own * np.outer(slope, slope)
    return matrix


def profile(model, best, index, dispersion):
    """Both ends of player `index`'s interval, all else fitted anew."""
    size = len(best)
    row = np.append(-np.ones(4), np.zeros(size - 4)) if index == 4 else np.eye(size)[index]
    top = loss(model, best)

    def fall(rating):
        held = {"type": "eq", "fun": lambda x: row @ x - rating}
        start = best + row * (rating - row @ best) / (row @ row)
        found = minimize(lambda x: loss(model, x), start, constraints=[held], method="SLSQP",
                         options={"ftol": 1e-12, "maxiter": 500})
        return 2 * (found.fun - top) / dispersion - Z95**2

    middle = row @ best
    return brentq(fall, middle - 150, middle, xtol=1e-3), brentq(fall, middle, middle + 150, xtol=1e-3)


def main():
    for model, draw in (("bradley-terry", []), ("davidson", [1.0]), ("rao-kupper", [80.0])):
        start = np.array([0.0] * 5 + draw)
        function = lambda x: loss(model, x)
        found = minimize(function, start, method="Nelder-Mead",
                         options={"maxiter": 100_000, "maxfev": 100_000, "xatol": 1e-9, "fatol": 1e-12})
        found = minimize(function, found.x, method="BFGS", options={"gtol": 1e-9})
        best, size = found.x, len(start)
        inverse = np.linalg.inv(hessian(function, best))
        covariance = inverse
        if model == "bradley-terry":
            covariance = inverse @ scatter(best, size) @ inverse
        rows = np.vstack([np.eye(size)[:4], np.append(-np.ones(4), np.zeros(size - 4))])
        errors = np.sqrt(np.diag(rows @ covariance @ rows.T))
        plain = np.sqrt(np.diag(rows @ inverse @ rows.T))
        ratings = rows @ best
        print(f"{model}: elo {np.round(ratings, 3)} white {best[4]:.3f} draw {best[5:]}")
        print(f"  errors {np.round(errors, 3)}")
        for i, player in enumerate(PLAYERS):
            low, high = profile(model, best, i, (errors[i] / plain[i]) ** 2)
            print(f"  {player}: {low:.2f} .. {high:.2f}")


if __name__ == "__main__":
    main()
