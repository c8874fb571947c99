import type { Automaton } from "../automata/convert.ts";
import { countOf, HankelError } from "../errors.ts";
import type { Teacher } from "../learning/protocol.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";

/** What a counted teacher was asked. */
export interface Counts {
  questions: number;
  rounds: number;
  symbols: number;
  equivalences: number;
}

/** A teacher that counts what it is asked. Wrappers compose: `counted(cached(teacher))`. */
export function counted<W>(teacher: Teacher<W>): Teacher<W> & { readonly counts: Readonly<Counts> } {
  const counts: Counts = { questions: 0, rounds: 0, symbols: 0, equivalences: 0 };
  const examine = teacher.examine?.bind(teacher);
  return {
    algebra: teacher.algebra,
    alphabet: teacher.alphabet,
    machine: teacher.machine,
    counts,
    weigh(words) {
      counts.rounds++;
      counts.questions += words.length;
      for (const word of words) counts.symbols += word.length;
      return teacher.weigh(words);
    },
    ...(examine && {
      examine(hypothesis: Automaton<W>, conjecture: number) {
        counts.equivalences++;
        return examine(hypothesis, conjecture);
      },
    }),
    findCounterexample(hypothesis) {
      counts.equivalences++;
      return teacher.findCounterexample(hypothesis);
    },
  };
}

/** A teacher with a memory: it never passes a word on twice, within a batch or across batches. */
export function cached<W>(teacher: Teacher<W>): Teacher<W> {
  const tree = new PrefixTree(teacher.alphabet.size);
  const weights = new Map<number, W>();
  return {
    algebra: teacher.algebra,
    alphabet: teacher.alphabet,
    machine: teacher.machine,
    weigh(words) {
      const nodes = words.map((word) => tree.insert(word));
      const unknown = new Map<number, Word>();
      nodes.forEach((node, i) => {
        if (!weights.has(node)) unknown.set(node, words[i]);
      });
      if (unknown.size > 0) {
        const answers = teacher.weigh([...unknown.values()]);
        if (answers.length !== unknown.size) {
          throw new HankelError(
            "teacher",
            `asked for ${countOf(unknown.size, "weight")}, got ${answers.length}`,
          );
        }
        let i = 0;
        for (const node of unknown.keys()) weights.set(node, answers[i++]);
      }
      return nodes.map((node) => weights.get(node) as W);
    },
    ...(teacher.examine && { examine: teacher.examine.bind(teacher) }),
    findCounterexample: (hypothesis) => teacher.findCounterexample(hypothesis),
  };
}
