/** A mutant that behaves as the original does, so that no test can notice it. */
interface Equivalent {
  /** Below packages/core/src. */
  readonly file: string;
  readonly was: string;
  readonly became: string;
  readonly because: string;
}

export const equivalent: readonly Equivalent[] = [
  {
    file: "algebra/tropical.ts",
    was: "sum === zero",
    became: "false",
    because: "the general way gives the same sum, only slower",
  },
  {
    file: "algebra/modular.ts",
    was: "p <= ROOT",
    became: "false",
    because: "the split product is exact for small moduli too, only slower",
  },
  {
    file: "algebra/free-group.ts",
    was: "start === 0",
    became: "false",
    because: "cutting nothing off gives the same text",
  },
  {
    file: "algebra/free-group.ts",
    was: "m < n",
    became: "m <= n",
    because: "the lengths differ here",
  },
  {
    file: "algebra/free-group.ts",
    was: "at > 0",
    became: "true",
    because: "there is no character before the first, so none is a backslash",
  },
  {
    file: "algebra/fraction.ts",
    was: "isSafe(left)",
    became: "false",
    because: "bigints give the same order, only slower",
  },
  {
    file: "algebra/fraction.ts",
    was: 'typeof a === "number" && typeof b === "number"',
    became: "false",
    because: "the general way gives the same result, only slower",
  },
  {
    file: "algebra/fraction-text.ts",
    was: "Number.isSafeInteger(value)",
    became: "false",
    because: "bigints give the same number, only slower",
  },
  {
    file: "algebra/gcd.ts",
    was: "y > MAX_INT32",
    became: "y >= MAX_INT32",
    because: "one more step of Euclid's on doubles gives the same divisor",
  },
  {
    file: "algebra/log.ts",
    was: "a === ZERO",
    became: "false",
    because: "the formula gives the other weight, or both are the zero",
  },
  {
    file: "hankel/hankel.ts",
    was: "scale === undefined",
    became: "false",
    because: "a null row has no class of a state, so its arc is left out anyway",
  },
  {
    file: "hankel/observations.ts",
    was: "weights.length === this.#queue.length",
    became: "false",
    because: "a copy of the whole queue holds the same words",
  },
  {
    file: "hankel/run-observations.ts",
    was: "2 * this.#output.length",
    became: "2 / this.#output.length",
    because: "room for all nodes of the tree is enough; doubling saves copies",
  },
  {
    file: "automata/fields/halved-weights.ts",
    was: "this.#kept > MOST_ENTRIES",
    became: "this.#kept <= MOST_ENTRIES",
    because: "what is forgotten is computed again, only slower",
  },
  {
    file: "automata/fields/modular-space.ts",
    was: "i > 0",
    became: "i >= 0",
    because: "there is no arc before the first to compare with",
  },
  {
    file: "automata/fields/reduce.ts",
    was: "onWords.size < wfsa.size",
    became: "true",
    because: "both automata have one canonical form; the smaller is only faster",
  },
  {
    file: "learning/replay/sha256.ts",
    was: "t < BLOCK",
    became: "t <= BLOCK",
    because: "an entry behind the end of a typed array is not kept",
  },
  {
    file: "learning/replay/sha256.ts",
    was: "i < 8",
    became: "i <= 8",
    because: "an entry behind the end of a typed array is not kept",
  },
  {
    file: "learning/multiplicity/coordinates.ts",
    was: "!isZero(vector[j])",
    became: "true",
    because: "a product with zero adds nothing; leaving it out is faster",
  },
  {
    file: "automata/fields/modular-rows.ts",
    was: "entry === 0",
    became: "false",
    because: "a product with zero is zero; leaving it out is faster",
  },
  {
    file: "automata/equivalence/joined-pairs.ts",
    was: "this.#parent.length === 0",
    became: "this.#parent.length !== 0",
    because: "the room that is left over is only there for later",
  },
  {
    file: "automata/fields/modular-rows.ts",
    was: "room === 0",
    became: "false",
    because: "reducing a residue again leaves it as it is",
  },
  {
    file: "automata/fields/modular-space.ts",
    was: "false",
    became: "true",
    because: "reducing every product gives the same sums, only slower",
  },
  {
    file: "automata/equivalence/joined-pairs.ts",
    was: "pair < this.#count",
    became: "pair <= this.#count",
    because: "one more node becomes a root, which all of them are when it is done",
  },
  {
    file: "automata/minimal/access-words.ts",
    was: "to < 0",
    became: "to <= 0",
    because: "the first state has its word before any arc is looked at",
  },
  {
    file: "automata/minimal/minimize.ts",
    was: "blocks.count === automaton.size && automaton.names === undefined",
    became: "false",
    because:
      "the quotient by single states is the automaton in another order, and the canonical numbering is the same",
  },
  {
    file: "automata/distances/relax.ts",
    was: "part < parts.count",
    became: "part <= parts.count",
    because: "behind the last component there are no states",
  },
  {
    file: "automata/arcs.ts",
    was: "letter[arc - 1] > letter[arc]",
    became: "true",
    because: "sorting what is sorted gives the same arcs, only slower",
  },
  {
    file: "learning/tree/hypothesis.ts",
    was: "state >= 0",
    became: "true",
    because: "the run has died, and its weight is not looked at again",
  },
  {
    file: "learning/machine/fold.ts",
    was: "after !== 0",
    became: "true",
    because: "0 stands for no word, and its entry is never read",
  },
  {
    file: "learning/machine/observed-runs.ts",
    was: "-1",
    became: "+1",
    because: "the way back ends at the first pair, whose entry is never read",
  },
  {
    file: "learning/soft/fit.ts",
    was: "probability[parent] < NEGLIGIBLE",
    became: "false",
    because: "a word is no likelier than its prefixes, so it is left out at the end",
  },
  {
    file: "learning/apart/suffix-choice.ts",
    was: "mine === undefined",
    became: "false",
    because: "both weights are set together",
  },
  {
    file: "automata/fields/halved-weights.ts",
    was: "isZero(left[state]) || isZero(right[state])",
    became: "false",
    because: "a product with zero adds nothing; leaving it out is faster",
  },
  {
    file: "automata/fields/rational-solve.ts",
    was: "[0, last >> 1, last]",
    became: "[]",
    because: "the entries that are looked at first only save primes; the result is proved either way",
  },
  {
    file: "automata/minimal/least-suffixes.ts",
    was: "state < size",
    became: "state <= size",
    because: "behind the last state there are no arcs, and a typed array keeps no entry behind its end",
  },
  {
    file: "automata/minimal/minimize.ts",
    was: "!classes.done",
    became: "true",
    because: "refining a stable partition changes nothing",
  },
  {
    file: "automata/minimal/weight-ids.ts",
    was: "a > b",
    became: "true",
    because: "equal weights get one number, whichever of them comes first",
  },
];
