"""A cluster: one hard board by work units, and many boards by Ray Data.

Connects to the cluster of $RAY_ADDRESS, or starts Ray on this machine.
"""

import sys

import taquin
import taquin.cluster


def main(size: str, boards: int) -> None:
    board = taquin.scramble(size, seed=11)
    # Databases are built once on every node and kept; False makes do with small tables in memory.
    solution = taquin.cluster.solve(board, databases=False, checkpoint="cluster_run.checkpoint")
    print(f"{board}: {solution.length} moves, {solution.expanded:,} nodes")

    answers = taquin.cluster.solve_many(taquin.scramble("3x3", n=boards, seed=1), batch_size=2048)
    print(f"{len(answers)} boards, {answers.lengths.mean():.2f} moves on average, all optimal: {answers.optimal.all()}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "4x4", int(sys.argv[2]) if len(sys.argv) > 2 else 100_000)
