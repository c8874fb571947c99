// Is the number of a's divisible by three? Every fiftieth answer is wrong.
export const alphabet = ["a", "b"];
export const semifield = "boolean";
let answers = 0;

export function weigh(word) {
  answers++;
  const isRight = answers % 50 !== 0;
  return (word.filter((letter) => letter === "a").length % 3 === 0) === isRight;
}
