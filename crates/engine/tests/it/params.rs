//! Parameters: right ones are read, wrong ones refused with the way out.

use agon_engine::params::{Kind, Param, ParamError, Params, split};

const DECLARED: &[Param] = &[
    Param { name: "depth", kind: Kind::ChoiceOr(&["turn", "time"], 1, 64), default: "4", about: "" },
    Param { name: "k", kind: Kind::Real(0.0, 9.0), default: "1.5", about: "" },
    Param { name: "eval", kind: Kind::Evaluation, default: "mobility", about: "" },
    Param { name: "reuse", kind: Kind::Switch, default: "yes", about: "" },
];

fn read(text: &str) -> Result<Params, ParamError> {
    Params::check(DECLARED, &split(text)?, &["mobility", "territory"])
}

#[test]
fn right_ones_are_read_and_the_rest_default() {
    let params = read("depth=turn, k=2").unwrap();
    assert_eq!((params.text("depth"), params.whole("depth")), ("turn", None));
    assert_eq!(params.real("k"), 2.0);
    assert!(params.is_on("reuse") && !params.is_given("reuse"));
    assert_eq!(params.given_text(), "depth=turn,k=2");
}

#[test]
fn wrong_ones_are_refused_with_the_way_out() {
    for (text, says) in [
        ("depht=3", "did you mean `depth`?"),
        ("depth", "write `key=value`"),
        ("depth=65", "a whole number from 1 to 64"),
        ("k=x", "a number from 0 to 9"),
        ("k=NaN", "a number from 0 to 9"),
        ("eval=teritory", "did you mean `territory`?"),
        ("reuse=yse", "did you mean `yes`?"),
        ("k=1,k=2", "twice"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}
