import type { Automaton } from "../automata/convert.ts";
import { countOf, HankelError } from "../errors.ts";
import type { FindingTeacher, Teacher } from "../learning/protocol.ts";

/** What a counted teacher was asked. */
export interface Counts {
  questions: number;
  rounds: number;
  symbols: number;
  equivalences: number;
}

/**
 * A teacher that counts what it is asked. Wrappers compose: `counted(cached(teacher))`.
 *
 * @example
 * const teacher = counted(exactTeacher(fromExpression("(ab)*", boolean)));
 * learn(teacher);
 * console.log(teacher.counts.equivalences > 0); // true
 */
export function counted<W, A = W>(
  teacher: Teacher<W, A>,
): FindingTeacher<W, A> & { readonly counts: Readonly<Counts> } {
  const counts: Counts = { questions: 0, rounds: 0, symbols: 0, equivalences: 0 };
  const { kind, alphabet } = teacher;
  const examine = teacher.examine?.bind(teacher);
  return {
    kind,
    alphabet,
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
    ...(teacher.draw && { draw: teacher.draw.bind(teacher) }),
    findCounterexample(hypothesis) {
      counts.equivalences++;
      return teacher.findCounterexample?.(hypothesis) ?? null;
    },
  };
}

/**
 * A teacher with a memory: it never passes a word on twice, within a batch or across batches.
 *
 * @example
 * let asked = 0;
 * const weigh = () => {
 *   asked += 1;
 *   return true;
 * };
 * const teacher = cached(functionTeacher({ algebra: boolean, alphabet: "a", weigh, equivalence: breadthFirst(2) }));
 * teacher.weigh([[0], [0], [0]]);
 * console.log(asked); // 1
 */
export function cached<W, A = W>(teacher: Teacher<W, A>): FindingTeacher<W, A> {
  const { kind, alphabet } = teacher;
  const answers = kind.answers(alphabet);
  return {
    kind,
    alphabet,
    weigh(words) {
      const nodes = words.map((word) => answers.tree.insert(word));
      const missing = answers.missing(nodes);
      if (missing.length > 0) {
        const given = teacher.weigh(missing.map((node) => answers.tree.word(node)));
        if (given.length !== missing.length) {
          throw new HankelError(
            "teacher",
            `asked for ${countOf(missing.length, kind.noun)}, got ${given.length}`,
          );
        }
        missing.forEach((node, i) => {
          answers.tell(node, given[i]);
        });
      }
      return nodes.map((node) => answers.answer(node));
    },
    ...(teacher.examine && { examine: teacher.examine.bind(teacher) }),
    ...(teacher.draw && { draw: teacher.draw.bind(teacher) }),
    findCounterexample: (hypothesis) => teacher.findCounterexample?.(hypothesis) ?? null,
  };
}
