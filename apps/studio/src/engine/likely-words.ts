import type { Wdfsa, Word } from "hankel";

/** For each state of a probabilistic automaton the likeliest word that leads there; undefined where none does. */
export function likelyWords({ size, alphabet, target, arcWeight }: Wdfsa<number>): (Word | undefined)[] {
  const words = new Array<Word | undefined>(size).fill(undefined);
  const probability = new Float64Array(size);
  const isDone = new Array<boolean>(size).fill(false);
  if (size > 0) [words[0], probability[0]] = [[], 1];
  for (;;) {
    let likeliest = -1;
    for (let state = 0; state < size; state++) {
      if (isDone[state] || words[state] === undefined) continue;
      if (likeliest < 0 || probability[state] > probability[likeliest]) likeliest = state;
    }
    if (likeliest < 0) return words;
    isDone[likeliest] = true;
    for (let letter = 0; letter < alphabet.size; letter++) {
      const arc = likeliest * alphabet.size + letter;
      const [to, p] = [target[arc], probability[likeliest] * arcWeight[arc]];
      if (to < 0 || isDone[to] || p <= probability[to]) continue;
      [words[to], probability[to]] = [[...(words[likeliest] as Word), letter], p];
    }
  }
}
