"""OpenSpiel's Monte-Carlo tree search behind the UGI protocol: openspiel.py amazons|othello [SIMULATIONS].

It knows no clock: each decision takes so many simulations, however long they last. In Amazons a move is three
decisions (queen, target, arrow), as OpenSpiel counts them.
"""
import re
import sys

import pyspiel

CELL = re.compile(r"([a-j])(10|[1-9])")


def to_actions(game, move):
    """A move in our notation as the actions of OpenSpiel."""
    if game == "othello":
        column, row = move[0], move[1:]
        return [64] if move == "pass" else [(int(row) - 1) * 8 + ord(column) - ord("a")]
    return [(10 - int(row)) * 10 + ord(column) - ord("a") for column, row in CELL.findall(move)]


def to_move(game, actions):
    """The actions of one move in our notation."""
    if game == "othello":
        (cell,) = actions
        return "pass" if cell == 64 else "abcdefgh"[cell % 8] + str(cell // 8 + 1)
    queen, target, arrow = ("abcdefghij"[cell % 10] + str(10 - cell // 10) for cell in actions)
    return f"{queen}-{target}/{arrow}"


def main():
    game = sys.argv[1]
    simulations = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    rules = pyspiel.load_game(game)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(rules, evaluator, 2.0, simulations, 1000, True, 7, False)
    state = rules.new_initial_state()
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            print(f"id name OpenSpiel MCTS {simulations}\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            state = rules.new_initial_state()
            for move in words[words.index("moves") + 1 :] if "moves" in words else []:
                for action in to_actions(game, move):
                    state.apply_action(action)
        elif words[0] == "go":
            player, actions = state.current_player(), []
            while not state.is_terminal() and state.current_player() == player:
                actions.append(bot.step(state))
                state.apply_action(actions[-1])
                if game == "othello":
                    break
            print("bestmove " + to_move(game, actions), flush=True)
        elif words[0] == "quit":
            break


if __name__ == "__main__":
    main()
