#!/usr/bin/env python3
"""@NAME@ plays Amazons: any legal move, drawn at random. Make choose() better."""
import random
import re
import sys

AROUND = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"


class Game:
    def __init__(self, spec, fen):
        """A position such as START: Q and q queens, * arrows, # holes, numbers count empty cells."""
        rows, side = (fen or START).split()
        spread = re.sub(r"\d+", lambda number: "." * int(number[0]), rows)
        self.cells = [list(row) for row in spread.split("/")]
        self.side = "Q" if side == "w" else "q"
        self.wraps = "shape=torus" in spec

    def slides(self, row, col):
        """The empty cells that a queen or an arrow reaches from here."""
        height, width = len(self.cells), len(self.cells[0])
        for down, right in AROUND:
            r, c = row + down, col + right
            while True:
                if self.wraps:
                    r, c = r % height, c % width
                if not (0 <= r < height and 0 <= c < width) or (r, c) == (row, col) or self.cells[r][c] != ".":
                    break
                yield r, c
                r, c = r + down, c + right

    def moves(self):
        for r, row in enumerate(self.cells):
            for c, cell in enumerate(row):
                if cell == self.side:
                    row[c] = "."  # the arrow may fly over the cell that the queen left
                    found = [(to, arrow) for to in self.slides(r, c) for arrow in self.slides(*to) if arrow != to]
                    row[c] = cell
                    yield from (f"{self.name(r, c)}-{self.name(*to)}/{self.name(*arrow)}" for to, arrow in found)

    def name(self, row, col):
        if len(self.cells[0]) > 26:
            return str(row * len(self.cells[0]) + col)
        return f"{chr(97 + col)}{len(self.cells) - row}"

    def cell(self, name):
        if name.isdigit():
            return divmod(int(name), len(self.cells[0]))
        return len(self.cells) - int(name[1:]), ord(name[0]) - 97

    def play(self, move):
        source, target, arrow = map(self.cell, re.split("[-/]", move))
        self.cells[source[0]][source[1]] = "."
        self.cells[target[0]][target[1]] = self.side
        self.cells[arrow[0]][arrow[1]] = "*"
        self.side = "q" if self.side == "Q" else "Q"


def choose(game):
    return random.choice(list(game.moves()))

