/**
 * A Mealy machine as a TypeScript module, which Hankel runs in worker threads.
 *
 *     hankel learn examples/teachers/typescript/vending.ts
 */

export const machine = "mealy";
export const alphabet = ["coin", "button"];

/** A coffee costs two coins, a third one falls through. One output for each input, from the start. */
export function run(inputs: readonly string[]): string[] {
  let coins = 0;
  return inputs.map((input) => {
    if (input === "coin") {
      if (coins === 2) return "clatter";
      coins++;
      return "click";
    }
    if (coins < 2) return "";
    coins = 0;
    return "coffee";
  });
}
