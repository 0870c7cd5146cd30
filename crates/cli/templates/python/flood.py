#!/usr/bin/env python3
"""@NAME@ plays Flood: the colour that gains most. Make choose() better."""
import sys


class Game:
    def __init__(self, spec, fen):
        """A position such as `1023/1132/0012/3312 0 0`: colours, the side, passes just played."""
        if fen is None:
            raise SystemExit("this player needs a position: the colours are in it")
        rows, side = fen.split()[:2]
        self.cells = [list(row) for row in rows.split("/")]
        self.side = int(side)
        self.wraps = "shape=torus" in spec
        self.strict = "rules=strict" in spec
        height, width = len(self.cells), len(self.cells[0])
        self.homes = [(0, 0), (height // 2, width // 2) if self.wraps else (height - 1, width - 1)]
        sets = spec.partition("forbidden=")[2].partition("&")[0]
        self.forbidden = sets.split(":") if ":" in sets else ["", ""]

    def beside(self, row, col):
        height, width = len(self.cells), len(self.cells[0])
        for r, c in ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)):
            if self.wraps or (0 <= r < height and 0 <= c < width):
                yield r % height, c % width

    def connected(self, cells, colour):
        """These cells and all of a colour that hang together with them."""
        found, todo = set(cells), list(cells)
        while todo:
            for r, c in self.beside(*todo.pop()):
                if self.cells[r][c] == colour and (r, c) not in found:
                    found.add((r, c))
                    todo.append((r, c))
        return found

    def zone(self, side):
        r, c = self.homes[side]
        return self.connected([(r, c)], self.cells[r][c])

    def gains(self):
        """The colours that can be played, with the size of the zone that they make."""
        mine, theirs = self.zone(self.side), self.zone(1 - self.side)
        r, c = self.homes[1 - self.side]
        never = self.forbidden[self.side] + (self.cells[r][c] if self.strict else "")
        found = {}
        for colour in set("01234567") - set(never):
            new = self.connected(mine, colour)
            if len(new) > len(mine) and not new & theirs:
                found[colour] = len(new)
        return found

    def play(self, move):
        if move != "-":
            for r, c in self.connected(self.zone(self.side), move):
                self.cells[r][c] = move
        self.side = 1 - self.side


def choose(game):
    gains = game.gains()
    return max(gains, key=gains.get) if gains else "-"

