// A door with a lock. The first two times that it is asked a word, its last answer comes too late.
export const machine = "mealy";
export const alphabet = ["lock", "open"];
const asked = new Map();

export function run(word) {
  const before = asked.get(word.join()) ?? 0;
  asked.set(word.join(), before + 1);
  let locked = false;
  return word.map((input, i) => {
    if (input === "lock") locked = !locked;
    if (before < 2 && i === word.length - 1) return "timeout";
    return input === "lock" ? "click" : locked ? "shut" : "come in";
  });
}
