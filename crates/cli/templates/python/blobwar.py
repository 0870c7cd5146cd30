#!/usr/bin/env python3
"""@NAME@ plays Blobwar and Ataxx: any legal move, drawn at random. Make choose() better."""
import random
import re
import sys


class Game:
    def __init__(self, spec, fen):
        """A position such as `x5o/7/7/7/7/7/o5x x 0 1`; without one, the start of the board in the spec."""
        if fen is None:
            size = int(spec.partition("/")[2].partition("?")[0] or ("7" if spec.startswith("ataxx") else "8"))
            fen = f"x{size - 2}o/" + f"{size}/" * (size - 2) + f"o{size - 2}x x 0 1"
        rows, self.side = fen.split()[:2]
        spread = re.sub(r"\d+", lambda number: "." * int(number[0]), rows)
        self.cells = [list(row) for row in spread.split("/")]
        self.wraps = "shape=torus" in spec

    def near(self, row, col, reach):
        """The cells at most `reach` away."""
        height, width = len(self.cells), len(self.cells[0])
        for r in range(row - reach, row + reach + 1):
            for c in range(col - reach, col + reach + 1):
                if (r, c) != (row, col) and (self.wraps or (0 <= r < height and 0 <= c < width)):
                    yield r % height, c % width, max(abs(r - row), abs(c - col))

    def moves(self):
        found = set()
        for r, row in enumerate(self.cells):
            for c, cell in enumerate(row):
                if cell == ".":
                    for fr, fc, distance in self.near(r, c, 2):
                        if self.cells[fr][fc] == self.side:
                            found.add(self.name(r, c) if distance == 1 else self.name(fr, fc) + self.name(r, c))
        return sorted(found) or ["0000"]

    def name(self, row, col):
        return f"{chr(97 + col)}{len(self.cells) - row}"

    def play(self, move):
        if move != "0000":
            *source, target = [(len(self.cells) - int(n[1:]), ord(n[0]) - 97) for n in re.findall("[a-z][0-9]+", move)]
            for r, c in source:
                self.cells[r][c] = "."
            self.cells[target[0]][target[1]] = self.side
            for r, c, _ in self.near(*target, 1):
                if self.cells[r][c] not in ".-":
                    self.cells[r][c] = self.side
        self.side = "o" if self.side == "x" else "x"


def choose(game):
    return random.choice(game.moves())

