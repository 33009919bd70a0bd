//! Suggests commands for mistyped ones.
extern crate strsim;

use strsim::{
    damerau_levenshtein, generic_hamming, generic_jaro, generic_levenshtein, hamming, jaro, jaro_winkler, levenshtein,
    normalized_damerau_levenshtein, normalized_levenshtein, osa_distance, sorensen_dice,
};

const COMMANDS: [&str; 5] = ["commit", "checkout", "cherry-pick", "clone", "clean"];

fn suggest(typed: &str) -> Vec<&'static str> {
    let mut near: Vec<_> = COMMANDS.iter().map(|name| (damerau_levenshtein(typed, name), *name)).filter(|(d, _)| *d <= 3).collect();
    near.sort();
    near.into_iter().map(|(_, name)| name).collect()
}

fn best(typed: &str, similarity: fn(&str, &str) -> f64) -> &'static str {
    COMMANDS.iter().max_by(|a, b| similarity(typed, a).partial_cmp(&similarity(typed, b)).unwrap()).unwrap()
}

fn main() {
    println!("{}", suggest("comit")[0]);
    println!("{}", suggest("claen")[0]);
    assert_eq!(suggest("colne"), ["clone", "clean"]);
    for similarity in [jaro, jaro_winkler, normalized_levenshtein, normalized_damerau_levenshtein, sorensen_dice] {
        assert_eq!(best("chekout", similarity), "checkout");
    }
    println!("{}", 10 / (4 - hamming("clone", "clean").unwrap_or(5)));
    assert_eq!(osa_distance("ab", "bca"), 3);
    assert_eq!(levenshtein("kitten", "sitting"), 3);
    assert_eq!(generic_levenshtein(&[1, 2, 3], &[1, 3]), 1);
    assert!(generic_hamming(&[1, 2], &[1, 2, 3]).is_err());
    assert!((generic_jaro(&['a', 'b'], &['a', 'b']) - 1.0).abs() < f64::EPSILON);
    assert!((jaro_winkler("dixon", "dicksonx") - 0.813).abs() < 0.001, "{}", jaro_winkler("dixon", "dicksonx"));
}
