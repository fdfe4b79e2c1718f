"""Measures kiwisolver on the constraints of ConstraintBenchmarks.swift.

Prints one JSON object: {"constraints.system.build+solve": {"kiwisolver": seconds}, ...}, in processor time. The
constraint objects are created beforehand, which is not timed.
"""

import gc
import json
import statistics
import time

import kiwisolver

RUNS = 9
EDITS = 100


def feed():
    """Returns 100 cells with 10 constraints each. The first cell's height is left to an edit variable."""
    constraints = []
    variables = []

    def variable():
        variables.append(kiwisolver.Variable())
        return variables[-1]

    width = variable()
    bottom = None
    first_height = None
    for index in range(100):
        left, top, cell_width, height, icon_left, icon_width, title_left, title_width = (variable() for _ in range(8))
        constraints.append(left == 8)
        constraints.append(top == (0 if bottom is None else bottom + 8))
        constraints.append(cell_width == width - 16)
        constraints.append(height >= 44)
        constraints.append(icon_left == left + 8)
        constraints.append(icon_width == 40)
        constraints.append(title_left == icon_left + icon_width + 8)
        constraints.append(title_left + title_width <= left + cell_width - 8)
        constraints.append((title_width == 100 + index * 3) | "strong")
        constraints.append((height == 60) | "medium")
        if index == 0:
            first_height = height
        bottom = top + height
    constraints.append(width == 320)
    return constraints, variables, first_height


def median(measure):
    measure()
    gc.disable()
    times = [measure() for _ in range(RUNS)]
    gc.enable()
    return statistics.median(times)


def main():
    constraints, variables, first_height = feed()

    def build():
        solver = kiwisolver.Solver()
        start = time.process_time()
        for constraint in constraints:
            solver.addConstraint(constraint)
        solver.updateVariables()
        for variable in variables:
            variable.value()
        return time.process_time() - start

    solver = kiwisolver.Solver()
    for constraint in constraints:
        solver.addConstraint(constraint)
    solver.addEditVariable(first_height, "strong")

    def edit():
        start = time.process_time()
        for index in range(EDITS):
            solver.suggestValue(first_height, 75 if index % 2 else 60)
            solver.updateVariables()
        return (time.process_time() - start) / EDITS

    print(json.dumps({
        "constraints.system.build+solve": {"kiwisolver": median(build)},
        "constraints.system.edit": {"kiwisolver": median(edit)},
    }))


if __name__ == "__main__":
    main()
