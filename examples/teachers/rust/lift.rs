//! A black box in Rust, no crates.
//!
//!     rustc -O -o lift examples/teachers/rust/lift.rs
//!     hankel learn -- ./lift
//!
//! Copy everything and replace `weigh`.

use std::io::{self, BufRead, Write};

/// The cost of a ride: 2 per floor up, 1 per floor down. The house has floors 0 to 3; rides beyond them are impossible.
fn weigh(word: &[String]) -> Option<u64> {
    let (mut floor, mut cost) = (0i32, 0);
    for symbol in word {
        floor += if symbol == "up" { 1 } else { -1 };
        cost += if symbol == "up" { 2 } else { 1 };
        if !(0..=3).contains(&floor) {
            return None;
        }
    }
    Some(cost)
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, r#"{{"hankel": 1, "semifield": "tropical", "alphabet": ["up", "down"], "counterexamples": false}}"#)?;
    out.flush()?;
    for line in io::stdin().lock().lines() {
        let (id, words) = parse(&line?);
        let weights: Vec<String> = words
            .iter()
            .map(|word| weigh(word).map_or(r#""Infinity""#.to_string(), |cost| cost.to_string()))
            .collect();
        writeln!(out, r#"{{"id": {}, "weights": [{}]}}"#, id, weights.join(", "))?;
        out.flush()?;
    }
    Ok(())
}

/// Reads `{"id":1,"weigh":[["up","down"],[]]}`: the number after "id", and the strings between inner brackets.
fn parse(line: &str) -> (u64, Vec<Vec<String>>) {
    let mut id = 0;
    let mut words = Vec::new();
    let mut depth = 0;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '[' => {
                depth += 1;
                if depth == 2 {
                    words.push(Vec::new());
                }
            }
            ']' => depth -= 1,
            '"' => {
                let mut text = String::new();
                while let Some(next) = characters.next() {
                    match next {
                        '"' => break,
                        '\\' => text.extend(characters.next()), // enough for symbols without control characters
                        _ => text.push(next),
                    }
                }
                if let (2, Some(word)) = (depth, words.last_mut()) {
                    word.push(text);
                }
            }
            digit if digit.is_ascii_digit() && depth == 0 => {
                id = id * 10 + u64::from(digit as u8 - b'0');
            }
            _ => {}
        }
    }
    (id, words)
}
