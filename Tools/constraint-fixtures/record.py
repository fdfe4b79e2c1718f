#!/usr/bin/env python3
"""Records the solutions of kiwisolver, an independent Cassowary solver, for random systems of constraints.

Writes Tests/Unit/TesseraLayoutTests/Fixtures/constraints.json, which the Swift tests read without Python:

    [{"name": …, "nonNegative": [bool per variable], "steps": [step, …]}, …]

A step is one of these:

    {"add": id, "terms": [[variable, coefficient], …], "constant": c, "relation": "==", "priority": p}
    {"remove": id}
    {"edit": id, "constant": c}

Each step also has "fails" (whether kiwisolver rejected the constraint, which leaves the system unchanged) and "values"
(of all variables after the step, solved from scratch).

The systems are the same each time, so a difference in the file is a difference in kiwisolver.
"""

import json
import random
from pathlib import Path

import kiwisolver

OUTPUT = Path(__file__).resolve().parents[2] / "Tests/Unit/TesseraLayoutTests/Fixtures/constraints.json"
SEED = 20180620
# The weights are far enough apart that, for small systems, kiwisolver's sum orders solutions as priorities do.
STRENGTHS = {1000: kiwisolver.strength.required, 750: 1e6, 250: 1e3, 50: 1.0}


class Solution:
    """Kiwisolver's solution for some constraints, added in order."""

    def __init__(self, non_negative, constraints):
        self.variables = [kiwisolver.Variable(f"v{index}") for index in range(len(non_negative))]
        self.solver = kiwisolver.Solver()
        for variable, is_non_negative in zip(self.variables, non_negative):
            if is_non_negative:
                self.solver.addConstraint(variable >= 0)
        self.refused = set()
        for identifier, constraint in constraints.items():
            if not self.add(constraint):
                self.refused.add(identifier)

    def add(self, constraint):
        expression = constraint["constant"]
        for index, coefficient in constraint["terms"]:
            expression = expression + coefficient * self.variables[index]
        made = kiwisolver.Constraint(expression, constraint["relation"], STRENGTHS[constraint["priority"]])
        try:
            self.solver.addConstraint(made)
        except kiwisolver.UnsatisfiableConstraint:
            return False
        return True

    def values(self):
        self.solver.updateVariables()
        return [round(variable.value(), 6) + 0.0 for variable in self.variables]


def random_constraint(source, count, style):
    priority = source.choice([1000, 1000, 750, 250, 50] if style == "mixed" else [1000, 1000, 1000, 750])
    relation = source.choice(["==", "==", ">=", "<="])
    if style == "chain":
        first = source.randrange(count - 1)
        terms = source.choice([[[first + 1, 1], [first, -1]], [[first, 1]], [[first + 1, 1], [first, -2]]])
        constant = -source.choice([0, 8, 10, 16, 20, 44, 100])
    else:
        used = source.sample(range(count), source.randint(1, min(3, count)))
        terms = [[index, source.choice([1, 1, 1, -1, -1, 2, 0.5])] for index in used]
        constant = source.choice([0, 0, 5, 10, -10, -20, 40, -100, 12.5])
    return {"terms": terms, "constant": constant, "relation": relation, "priority": priority}


def make_system(number, source):
    style = source.choice(["mixed", "hard", "chain"])
    count = source.randint(2, 8)
    non_negative = [source.random() < 0.5 for _ in range(count)]
    constraints = {}
    steps = []
    for identifier in range(source.randint(3, 2 * count + 3)):
        action = source.random()
        step = None
        if constraints and action < 0.12:
            removed = source.choice(list(constraints))
            del constraints[removed]
            step = {"remove": removed, "fails": False}
        elif constraints and action < 0.35:
            edited = source.choice(list(constraints))
            changed = dict(constraints[edited], constant=source.choice([0, 1, -30, 25, -60, 7.5]))
            trial = {**constraints, edited: changed}
            # The edited constraint is added last, so that it is the one that is rejected.
            others = {key: value for key, value in trial.items() if key != edited}
            fails = not Solution(non_negative, others).add(changed)
            if not fails:
                constraints = trial
            step = {"edit": edited, "constant": changed["constant"], "fails": fails}
        else:
            constraint = random_constraint(source, count, style)
            fails = not Solution(non_negative, constraints).add(constraint)
            if not fails:
                constraints = {**constraints, identifier: constraint}
            step = {"add": identifier, **constraint, "fails": fails}
        step["values"] = Solution(non_negative, constraints).values()
        steps.append(step)
    return {"name": f"{style} {number}", "nonNegative": non_negative, "steps": steps}


def main():
    source = random.Random(SEED)
    systems = [make_system(number, source) for number in range(600)]
    lines = ",\n".join(json.dumps(system, separators=(",", ":")) for system in systems)
    OUTPUT.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
