
def main():
    name, game = "@NAME@", None
    spec = "@GAME@"
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        elif words[0] == "ugi":
            print(f"id name {name}\noption name Game type string default {spec}\nugiok")
        elif words[0] == "isready":
            print("readyok")
        elif words[:3] == ["setoption", "name", "Game"]:
            spec = words[4]
        elif words[0] == "position":
            at = words.index("moves") if "moves" in words else len(words)
            game = Game(spec, " ".join(words[2:at]) if words[1] == "fen" else None)
            for move in words[at + 1:]:
                game.play(move)
        elif words[0] == "go":
            print("bestmove", choose(game))
        elif words[0] == "quit":
            break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
