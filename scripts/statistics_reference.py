#!/usr/bin/env python3
"""Reference values of crates/ratings by scipy, independently: strengths with a prior, the
sequential test and how long it may still take, deviations from transitivity. Needs numpy and
scipy. Prints the constants that the tests hold.
"""

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.stats import norm

from rating_reference import ELO, GAMES, PLAYERS, shares

# ---------------------------------------------------------------- strengths
# First and second player, and pairs by the first one's points 0, 1/2, 1, 3/2, 2.
MET = [
    (0, 1, (3, 6, 21, 9, 6)),
    (1, 2, (6, 7, 15, 8, 5)),
    (3, 0, (3, 5, 8, 7, 9)),
    (2, 3, (5, 4, 6, 5, 3)),
    (4, 0, (17, 2, 1, 0, 0)),
]
COUNT = 5


def posterior(dispersion):
    """Most likely strengths, in units, and their covariance."""
    games = [2 * sum(pairs) for *_, pairs in MET]
    points = [sum(i / 2 * n for i, n in enumerate(pairs)) for *_, pairs in MET]
    precision = (ELO / 400) ** 2

    def loss(x):
        total = precision * np.dot(x, x) / 2
        for (a, b, _), n, won in zip(MET, games, points):
            lead = x[a] - x[b]
            total += (won * np.log1p(np.exp(-lead)) + (n - won) * np.log1p(np.exp(lead))) / dispersion
        return total

    best = minimize(loss, np.zeros(COUNT), method="BFGS", options={"gtol": 1e-10}).x
    curvature = precision * np.eye(COUNT)
    for (a, b, _), n in zip(MET, games):
        p = 1 / (1 + np.exp(best[b] - best[a]))
        row = np.eye(COUNT)[a] - np.eye(COUNT)[b]
        curvature += n * p * (1 - p) / dispersion * np.outer(row, row)
    return best, np.linalg.inv(curvature)


def strengths():
    best, _ = posterior(1.0)
    seen = expected = 20 / 8  # twenty pairs of coins: variance 1/8 each
    for a, b, pairs in MET:
        p = 1 / (1 + np.exp(best[b] - best[a]))
        for quarters, n in enumerate(pairs):
            seen += n * (quarters / 4 - p) ** 2
            expected += n * p * (1 - p) / 2
    dispersion = min(max(seen / expected, 0.1), 2.0)
    best, covariance = posterior(dispersion)
    print("strengths: elo", np.round(best * ELO, 4), "dispersion", round(dispersion, 6))

    def lead(a, b, covariance=covariance):
        row = np.eye(COUNT)[a] - np.eye(COUNT)[b]
        return best[a] - best[b], np.sqrt(row @ covariance @ row)

    print("  leads", [np.round(lead(a, b), 6) for a, b in ((0, 1), (1, 2), (3, 2))])
    print("  doubt", [round(norm.cdf(-abs(m) / s), 6) for m, s in (lead(0, 1), lead(1, 0), lead(2, 3))])
    one, other = np.eye(COUNT)[0] - np.eye(COUNT)[1], np.eye(COUNT)[2] - np.eye(COUNT)[3]
    print("  covariance of leads", round(one @ covariance @ other, 8))
    p = 1 / (1 + np.exp(-lead(0, 2)[0]))
    information = 30 * p * (1 - p) / dispersion
    row = np.eye(COUNT)[0] - np.eye(COUNT)[2]
    after = np.linalg.inv(np.linalg.inv(covariance) + information * np.outer(row, row))
    print("  information", round(information, 6), "errors after", [round(lead(a, b, after)[1], 6) for a, b in ((0, 2), (1, 3))])
    drawn = np.random.default_rng(1).multivariate_normal(best, covariance, 2_000_000)
    print("  best", np.round(np.bincount(drawn.argmax(axis=1), minlength=COUNT) / 2_000_000, 4))


# ---------------------------------------------------------------- sequential test
def likeliest(observed, values, model, elo, scale):
    """The likeliest shares under a hypothesis, by constrained minimisation."""
    def excess(p):
        mean = p @ values
        if model == "logistic":
            return mean - 1 / (1 + 10 ** (-elo / 400))
        deviation = np.sqrt(p @ values**2 - mean**2)
        return mean - 0.5 - elo * np.log(10) / 800 * scale * deviation

    found = minimize(lambda p: -observed @ np.log(p), observed, method="SLSQP",
                     jac=lambda p: -observed / p, bounds=[(1e-12, 1)] * len(observed),
                     constraints=[{"type": "eq", "fun": excess}, {"type": "eq", "fun": lambda p: p.sum() - 1}],
                     options={"ftol": 1e-15, "maxiter": 1000})
    return found.x


def test(counts, model, elo0, elo1):
    counts = np.array(counts, dtype=float)
    counts[counts == 0] = 1e-3
    values = np.linspace(0, 1, len(counts))
    observed = counts / counts.sum()
    scale = np.sqrt(2) if len(counts) == 5 else 1
    p0, p1 = (likeliest(observed, values, model, elo, scale) for elo in (elo0, elo1))
    gains = np.log(p1 / p0)
    llr = counts @ gains
    drift = observed @ gains
    variance = observed @ (gains - drift) ** 2
    bound = np.log(0.95 / 0.05)
    at, width = llr + bound, 2 * bound
    reach = np.expm1(-2 * drift * at / variance) / np.expm1(-2 * drift * width / variance)
    return llr, (width * reach - at) / drift


def sequential():
    for model in ("logistic", "normalized"):
        for counts, elo0, elo1 in (
            ((5, 20, 50, 28, 7), 0, 10),
            ((46, 936, 2083, 1043, 63), 0, 5),
            ((20, 61, 90, 40, 9), -5, 15),
            ((3, 0, 12, 9, 4), 0, 30),
            ((50, 40, 60), 0, 10),
            ((30, 45, 21), -20, 20),
            ((9, 60, 71), 20, 60),
        ):
            llr, left = test(counts, model, elo0, elo1)
            print(f"sprt: {model} {counts} [{elo0}, {elo1}] llr {llr:.5f} left {left:.3f}")


# ---------------------------------------------------------------- two players
def student(degrees):
    """Cornish and Fisher's expansion of Student's quantile."""
    z, n = 1.959963984540054, max(degrees, 5)
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)


def two_players():
    """Rating of the first of two players, without an advantage of White."""
    for model, (wins, draws, losses) in (("bradley-terry", (14, 3, 5)), ("davidson", (14, 3, 5)), ("bradley-terry", (20, 90, 40))):
        games = wins + draws + losses

        def value(x, t=None):
            if model == "bradley-terry":
                points = wins + draws / 2
                return -points * np.log1p(np.exp(-x)) - (games - points) * np.log1p(np.exp(x))
            win, loss, nu = np.exp(x / 2), np.exp(-x / 2), np.exp(t)
            return (wins - losses) * x / 2 + draws * t - games * np.log(win + loss + nu)

        if model == "bradley-terry":
            p = (wins + draws / 2) / games
            best = np.log(p / (1 - p))
            square = wins * (1 - p) ** 2 + draws * (0.5 - p) ** 2 + losses * p**2
            coin, fitted = p * (1 - p), games / (games - 1)
            ratio = min((0.5 + square) * fitted / (0.5 + games * coin), 1.5)
            own = (square * fitted + 20 * ratio * coin) / (games + 20)
            dispersion, curvature = own / coin, games * coin
            path, degrees = (lambda length: value(best + 2 * length)), games - 1
            error = np.sqrt(dispersion / curvature) / 2
        else:
            p = np.array((wins, draws, losses)) / games
            best, t = np.log(p[0] / p[2]), np.log(p[1] / np.sqrt(p[0] * p[2]))
            hessian = -np.array([
                [(value(best + a, t) - 2 * value(best, t) + value(best - a, t)) / a**2 for a in [1e-3]][0],
                [(value(best + a, t + a) - value(best + a, t - a) - value(best - a, t + a) + value(best - a, t - a)) / (4 * a * a) for a in [1e-3]][0],
                [(value(best, t + a) - 2 * value(best, t) + value(best, t - a)) / a**2 for a in [1e-3]][0]])
            inverse = np.linalg.inv(np.array([[hessian[0], hessian[1]], [hessian[1], hessian[2]]]))
            along = inverse @ np.array([0.5, 0.0])
            along /= 0.5 * along[0]
            path, dispersion, degrees = (lambda length: value(best + along[0] * length, t + along[1] * length)), 1.0, games - 2
            error = np.sqrt(inverse[0, 0]) / 2
        quantile = student(degrees)
        end = lambda side: brentq(lambda length: 2 * (path(0) - path(side * length)) / dispersion - quantile**2, 1e-6, 20)
        low, high = best / 2 - end(-1), best / 2 + end(1)
        print(f"two players: {model} {(wins, draws, losses)} {best / 2 * ELO:.3f} ({low * ELO:.3f}..{high * ELO:.3f}) error {error * ELO:.4f}")


# ---------------------------------------------------------------- transitivity
def deviations():
    """The statistic of the made-up pool at the ratings of rating_reference.py."""
    fits = {
        "bradley-terry": ([82.821, 15.964, 82.169, -86.087, -94.867], 18.034, None),
        "davidson": ([131.331, 25.714, 130.255, -136.845, -150.455], 28.496, 1.14853),
        "rao-kupper": ([96.867, 20.889, 95.303, -100.770, -112.289], 20.506, 136.776),
    }
    for model, (elo, white, draw) in fits.items():
        cells = {}
        for one, other, (wins, draws, losses) in GAMES:
            a, b = PLAYERS.index(one), PLAYERS.index(other)
            lead = elo[a] - elo[b] + white
            if model == "bradley-terry":
                expected = 1 / (1 + 10 ** (-lead / 400))
            else:
                win, drawn, _ = shares(model, lead, draw)
                expected = win + drawn / 2
            if a > b:
                wins, losses, expected = losses, wins, 1 - expected
            games = wins + draws + losses
            cell = cells.setdefault((min(a, b), max(a, b)), np.zeros(4))
            cell += (games, wins + draws / 2, wins + draws / 4, games * expected)
        squares, coins, total = 0.5, 0.5, 0.0
        for games, points, square, expected in cells.values():
            mean, centre = points / games, expected / games
            squares += square - games * mean**2
            coins += games * mean * (1 - mean)
            total += (mean - centre) ** 2 * games / (centre * (1 - centre))
        print(f"transitivity: {model} {total * coins / squares:.3f}, {len(cells) - 4} degrees, scatter {squares / coins:.5f}")


def cycle():
    """The weakest link of three players, each of whom beats the next."""
    results = ((45 + 45, 20, 30), (45 + 45, 20, 30), (40 + 38, 24, 38))
    weakest = 0.0
    for wins, draws, losses in results:
        games = wins + draws + losses
        points, squares = wins + draws / 2, wins + draws / 4
        spread = (squares / games - points / games + 0.25) * games + 0.25
        error = np.sqrt(spread / (games + 1) / games)
        weakest = max(weakest, norm.sf((points / games - 0.5) / error))
    print(f"cycle: {2 * weakest:.4e}")


if __name__ == "__main__":
    strengths()
    sequential()
    two_players()
    deviations()
    cycle()
