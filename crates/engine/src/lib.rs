//! Search, evaluation and the catalogue of strategies.
