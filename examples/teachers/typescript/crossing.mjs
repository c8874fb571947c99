// A traffic light that nobody can reset: each word goes on where the last one ended. Learned with `--reset never`.

export const machine = "mealy";
export const alphabet = ["tick", "car"];

let phase = "green";
let waiting = false;

export function run(word) {
  return word.map((input) => (input === "car" ? car() : tick()));
}

function car() {
  if (phase !== "red" || waiting) return "no change";
  waiting = true;
  return "noted";
}

function tick() {
  if (phase === "green") phase = "amber";
  else if (phase === "amber") phase = "red";
  else if (waiting) {
    phase = "green";
    waiting = false;
  }
  return phase;
}
