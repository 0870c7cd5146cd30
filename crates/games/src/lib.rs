//! Boards as graphs and the rules of Amazons, Blobwar, Flood and Reversi.
