"""One board: solve it, check the answer, draw it."""

import sys
from pathlib import Path

import taquin


def main(picture: Path) -> None:
    board = taquin.Board("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3")
    solution = taquin.solve(board, goal="blank-first")
    proof = "optimal" if solution.optimal else f"at least {solution.lower_bound} needed"
    print(f"{solution.length} moves, {proof}: {solution.moves}")

    verdict = taquin.verify(board, solution.moves, goal="blank-first")
    assert verdict, verdict.reason
    print(f"{verdict.stm} single-tile moves, {verdict.mtm} straight runs")

    picture.write_text(taquin.render(board), encoding="utf-8")
    try:
        taquin.solve("1 2 3/4 5 6/8 7 0")
    except taquin.UnsolvableError as error:
        print(error)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "board.svg"))
