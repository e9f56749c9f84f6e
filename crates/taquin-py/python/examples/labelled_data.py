"""A labelled data set: boards, exact distances and the moves of a shortest path, as Parquet."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import taquin


def main(file: Path, boards: int = 100_000) -> None:
    drawn = taquin.scramble("3x3", n=boards, seed=2026)
    answers = taquin.solve_many(drawn)
    # The move to learn: the first of the path, -1 where the board is solved already.
    first = answers.padded(fill=255)[:, 0].astype(np.int16)
    first[first == 255] = -1
    frame = pd.DataFrame(
        {
            "board": list(drawn.reshape(boards, -1)),
            "distance": answers.lengths,
            "first_move": first,
            "path": list(answers),
        }
    )
    frame.to_parquet(file)
    print(f"{boards} boards, {answers.lengths.mean():.2f} moves from solved on average: {file}")


if __name__ == "__main__":
    main(
        Path(sys.argv[1] if len(sys.argv) > 1 else "boards.parquet"), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    )
