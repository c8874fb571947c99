import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Told } from "../answers/told.ts";
import type { Automaton } from "../automata/convert.ts";
import type { Kind } from "../kinds/kind.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import type { Form } from "./form.ts";
import type { Learner, LearnerRun } from "./protocol.ts";

/** What the learners of this library have in common: all that they know is what they were told. */
export abstract class ToldLearner<W, A, H extends Automaton<W>, T extends Told<A>>
  implements Learner<W, A, H>
{
  abstract readonly name: string;
  abstract readonly form: Form<W, H>;
  readonly kind: Kind<W, A>;
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  /** What it was told. */
  readonly observations: T;

  constructor(kind: Kind<W, A>, alphabet: Alphabet, observations: T) {
    this.kind = kind;
    this.algebra = kind.algebra;
    this.alphabet = alphabet;
    this.observations = observations;
  }

  abstract get states(): number;
  abstract hypothesis(): H;
  abstract run(): LearnerRun<W, A, H>;

  get memory(): number {
    return this.observations.bytes;
  }

  answers(): Iterable<readonly [Word, A]> {
    return this.observations.answers();
  }
}
