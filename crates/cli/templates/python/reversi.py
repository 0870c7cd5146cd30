#!/usr/bin/env python3
"""@NAME@ plays Reversi: any legal move, drawn at random. Make choose() better."""
import random
import sys

AROUND = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


class Game:
    def __init__(self, spec, fen):
        """A position such as `____/_OX_/_XO_/____ X`; without one, the start of the board in the spec."""
        if fen is None:
            size = int((spec.partition("/")[2].partition("?")[0] or "8").partition("x")[0])
            rows = [["_"] * size for _ in range(size)]
            half = size // 2
            rows[half - 1][half - 1] = rows[half][half] = "O"
            rows[half - 1][half] = rows[half][half - 1] = "X"
            fen = "/".join("".join(row) for row in rows) + " X"
        rows, self.side = fen.split()
        self.cells = [list(row) for row in rows.split("/")]
        self.wraps = "shape=torus" in spec

    def flips(self, row, col):
        """The cells that a disc here turns."""
        height, width = len(self.cells), len(self.cells[0])
        found = []
        for down, right in AROUND:
            line, r, c = [], row, col
            while True:
                r, c = r + down, c + right
                if self.wraps:
                    r, c = r % height, c % width
                if not (0 <= r < height and 0 <= c < width) or (r, c) == (row, col) or self.cells[r][c] in "_#":
                    break
                if self.cells[r][c] == self.side:
                    found += line
                    break
                line.append((r, c))
        return found

    def moves(self):
        return [f"{chr(97 + c)}{r + 1}" for r, row in enumerate(self.cells) for c, cell in enumerate(row)
                if cell == "_" and self.flips(r, c)] or ["pass"]

    def play(self, move):
        if move != "pass":
            row, col = int(move[1:]) - 1, ord(move[0]) - 97
            for r, c in self.flips(row, col) + [(row, col)]:
                self.cells[r][c] = self.side
        self.side = "O" if self.side == "X" else "X"


def choose(game):
    return random.choice(game.moves())

