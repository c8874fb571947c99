import { lookUp } from "../../interruption.ts";
import { type Automaton, renumbered } from "../convert.ts";
import { type DeterminizeLimits, determinize } from "../determinization/determinize.ts";
import type { Wdfsa } from "../wdfsa.ts";
import { canonicalNumbering, canonicalScale } from "./canonical.ts";
import { refineByMoore } from "./moore.ts";
import { Partition } from "./partition.ts";
import { weightIds } from "./weight-ids.ts";

/**
 * *The* minimal automaton of the language: canonical gauge, coarsest partition of the states, canonical numbering. Over an
 * exact algebra and the same ordered alphabet, automata with equal languages give identical arrays (docs/theory.md, 9.3 and 9.4).
 * States lose their names, which are not part of the language.
 *
 * In the canonical gauge, homothetic right languages are equal, so an unweighted algorithm finishes the work: Moore's
 * as long as it makes good progress, then Valmari's (2012, "Fast brief practical DFA minimization"), O(arcs · log
 * states) on partial automata. The label of an arc is its letter and its weight. No ⊕, any group with zero.
 *
 * A nondeterministic automaton is determinized first; see `determinize` for what that needs and costs.
 *
 *     minimize(fromExpression("a(a|b)*b", boolean)).size; // 3
 */
export function minimize<W>(automaton: Automaton<W>, limits: DeterminizeLimits = {}): Wdfsa<W> {
  const scaled = canonicalScale(determinize(automaton, limits));
  if (scaled.size === 0) return scaled;
  return canonicalNumbering(quotient(scaled, coarsestPartition(scaled)));
}

/** The coarsest partition into states with equal right languages. */
function coarsestPartition<W>(automaton: Wdfsa<W>): Partition {
  const { algebra, target, arcWeight } = automaton;
  const width = automaton.alphabet.size;
  // A missing arc has the weight zero, which no arc has, so it has a label of its own.
  const { ids: label } = weightIds(algebra, arcWeight);
  const finals = weightIds(algebra, automaton.finalWeight);
  const classes = refineByMoore({ width, target, label }, finals.ids, finals.count);
  const blocks = new Partition(classes.of, classes.count);
  if (!classes.done) refine(blocks, arcsOf(automaton, label));
  return blocks;
}

/** Arcs by their labels (a letter and a weight), their sources, and arcs by the states they enter. */
interface ArcSets {
  readonly cords: Partition;
  readonly tail: Int32Array;
  readonly into: Partition;
}

function arcsOf<W>(automaton: Wdfsa<W>, label: Int32Array): ArcSets {
  const { size, target } = automaton;
  const width = automaton.alphabet.size;
  const arcs = automaton.arcs;
  const tail = new Int32Array(arcs);
  const head = new Int32Array(arcs);
  const labels = new Float64Array(arcs);
  for (let state = 0, slot = 0, arc = 0; state < size; state++) {
    for (let letter = 0; letter < width; letter++, slot++) {
      if (target[slot] < 0) continue;
      tail[arc] = state;
      head[arc] = target[slot];
      labels[arc++] = label[slot] * width + letter;
    }
  }
  return { cords: new Partition(numbered(labels)), tail, into: new Partition(head, size) };
}

/** Valmari's loop: arcs are split by the block they enter, states by the set of arcs that leave them. */
function refine(blocks: Partition, { cords, tail, into }: ArcSets): void {
  // One block is not needed as a splitter, because the arcs of each label are together already.
  for (let block = 1, cord = 0; cord < cords.count; cord++) {
    for (let i = cords.first[cord]; i < cords.end[cord]; i++) blocks.mark(tail[cords.elements[i]]);
    blocks.split();
    for (; block < blocks.count; block++) {
      for (let i = blocks.first[block]; i < blocks.end[block]; i++) {
        const state = blocks.elements[i];
        lookUp();
        for (let j = into.first[state]; j < into.end[state]; j++) cords.mark(into.elements[j]);
      }
      cords.split();
    }
  }
}

/** Numbers the distinct values from 0 on. */
function numbered(values: Float64Array): Int32Array {
  const known = new Map<number, number>();
  const numbers = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    let number = known.get(values[i]);
    if (number === undefined) {
      number = known.size;
      known.set(values[i], number);
    }
    numbers[i] = number;
  }
  return numbers;
}

/** One state per block, without names; the block of the initial state comes first. */
function quotient<W>(automaton: Wdfsa<W>, blocks: Partition): Wdfsa<W> {
  if (blocks.count === automaton.size && automaton.names === undefined) return automaton;
  const initial = blocks.setOf[0];
  const number = blocks.setOf.map((block) => (block === initial ? 0 : block === 0 ? initial : block));
  const states = new Int32Array(blocks.count);
  for (let state = automaton.size - 1; state >= 0; state--) states[number[state]] = state;
  return renumbered({ ...automaton, names: undefined }, states, number);
}
