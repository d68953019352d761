#!/usr/bin/env python3
"""Evaluations that reference implementations need on standard functions.

Prints the tables that crates/optimise/tests/functions.rs quotes. Needs cma and numpy from PyPI:

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install cma==4.5.0 numpy
    /tmp/venv/bin/python scripts/optimise_reference.py
"""

import statistics
import warnings

import numpy as np

warnings.filterwarnings("ignore")
import cma  # noqa: E402

RUNS = 11


def sphere(x):
    return float(np.sum(np.square(x)))


def ellipsoid(x):
    """Axes from 1 to 1000."""
    x = np.asarray(x)
    return float(np.sum(1e3 ** (np.arange(len(x)) / (len(x) - 1)) * x**2))


def rosenbrock(x):
    x = np.asarray(x)
    return float(np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2))


def noisy(function, seed):
    """Multiplies by a log-normal number: the noise falls with the value."""
    rng = np.random.default_rng(seed)
    level = 0.01 if function is rosenbrock else 0.1
    return lambda x: function(x) * float(np.exp(level * rng.standard_normal()))


def evaluations(function, start, sigma, size, target, noise, **options):
    """Median evaluations until the mean of the distribution is at the target."""
    counts = []
    for seed in range(1, RUNS + 1):
        asked = noisy(function, seed) if noise else function
        es = cma.CMAEvolutionStrategy(
            start, sigma, {"seed": seed, "popsize": size, "verbose": -9, **options}
        )
        while function(es.mean) > target and es.countevals < 10_000:
            points = es.ask()
            es.tell(points, [asked(x) for x in points])
        counts.append(es.countevals)
    return statistics.median(counts)


def cma_es():
    print("function, dimensions, noise: pycma as it is, and with mirrors")
    problems = [
        ("sphere", sphere, 5, 1.0, 0.5, 1e-8),
        ("ellipsoid", ellipsoid, 5, 1.0, 0.5, 1e-8),
        ("rosenbrock", rosenbrock, 5, 0.0, 0.3, 1e-8),
    ]
    for name, function, dimensions, start, sigma, target in problems:
        size = 10
        for noise in (False, True):
            if name == "rosenbrock" and noise:
                target = 1e-2
            row = [
                evaluations(function, [start] * dimensions, sigma, size, target, noise, **options)
                for options in ({}, {"CMA_mirrors": 0.5, "CMA_mirrormethod": 0})
            ]
            print(f"{name} {dimensions} {'noise' if noise else 'plain'} size {size}: {row}", flush=True)


def spsa_run(function, theta, a, c, stability, steps, rng):
    """J. C. Spall's basic algorithm (1998), with alpha 0.602 and gamma 0.101."""
    for k in range(steps):
        ak = a / (k + 1 + stability) ** 0.602
        ck = c / (k + 1) ** 0.101
        delta = rng.choice([-1.0, 1.0], len(theta))
        slope = (function(theta + ck * delta) - function(theta - ck * delta)) / (2 * ck)
        theta = theta - ak * slope * delta
        yield theta


def spsa():
    print("SPSA: median evaluations until the value is at the target")
    ellipsoid10 = lambda x: float(np.sum(10 ** (np.arange(5) / 4) * np.square(x)))  # noqa: E731
    problems = [
        ("sphere", sphere, 5, 0.25, 0.1, 1e-6, 0.0),
        ("sphere noise", sphere, 5, 0.25, 0.1, 1e-3, 0.01),
        ("ellipsoid10", ellipsoid10, 5, 0.25, 0.04, 1e-6, 0.0),
        ("ellipsoid10 noise", ellipsoid10, 5, 0.25, 0.04, 1e-3, 0.01),
        ("rosenbrock", rosenbrock, 2, 0.0, 0.002, 1e-1, 0.0),
        ("rosenbrock noise", rosenbrock, 2, 0.0, 0.002, 1e-1, 0.01),
    ]
    for name, function, dimensions, start, a, target, noise in problems:
        counts = []
        for seed in range(1, 3 * RUNS):
            rng = np.random.default_rng(seed)
            asked = lambda x: function(x) + noise * rng.standard_normal()
            theta = np.full(dimensions, start)
            # Spall's a, such that the first step is `a` per unit of slope.
            walk = spsa_run(asked, theta, a * 21**0.602, 0.05, 20, 20_000, rng)
            count = 0
            for theta in walk:
                count += 2
                if function(theta) <= target:
                    break
            counts.append(count)
        print(f"{name} {dimensions}: {statistics.median(counts)}", flush=True)


if __name__ == "__main__":
    cma_es()
    spsa()
