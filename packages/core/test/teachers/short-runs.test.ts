import { expect, test } from "vitest";
import { PrefixTree, Random } from "../../src/index.ts";
import { RunAnswers } from "../../src/kinds/runs.ts";

test("what a machine writes between two words is the outputs of the letters between them, few or many", () => {
  for (let seed = 0; seed < 20; seed++) {
    const random = new Random(seed);
    const answers = new RunAnswers(new PrefixTree(2), seed % 2 === 0 ? "mealy" : "moore");
    const output = () => ["x", "y", '"z z"'][random.below(3)];
    for (let i = 0; i < 50; i++) {
      const word = Array.from({ length: random.below(9) }, () => random.below(2));
      const outputs = Array.from({ length: word.length + answers.before }, output);
      const nodes = [0, ...word.map((_, end) => answers.tree.insert(word.slice(0, end + 1)))];
      // What is known of prefixes stands.
      answers.take(nodes[word.length], outputs);
      const written = nodes.slice(1).map((node) => answers.output(node));
      for (let from = 0; from < word.length; from++) {
        for (let to = from + 1; to <= word.length; to++) {
          expect(answers.between(nodes[from], nodes[to])).toBe(written.slice(from, to).join(" "));
        }
      }
    }
  }
});
