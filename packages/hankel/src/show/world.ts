import type { Judgement } from "../evaluate/judge.ts";
import type { Alphabet, Word } from "../index.ts";
import { countOf } from "../internal/core.ts";
import type { Share } from "../learning.ts";
import type { Options } from "../options/table.ts";
import { columns } from "./columns.ts";

/** So many pairs of prefixes that a model takes for different are shown. */
const CONFUSIONS = 3;

/** What a model makes of the states of a machine, as `hankel evaluate --world` says it. */
export function worldLines(
  { scores, of, subject }: Extract<Judgement, { kind: "world" }>,
  { seed = 1, epsilon = 0.01, pairs = 100, boundary = 5, continuations = 30 }: Options,
): string[] {
  const { states, reached, compression, precision, recall, confusions, alphabet } = scores;
  const unreached = reached < states ? `, ${reached} of them reached by prefixes that are short enough` : "";
  const lacking = recall === undefined ? 0 : pairs - recall.count;
  const untold =
    lacking > 0
      ? [
          `For ${lacking} of ${pairs} pairs the machine accepts nothing of up to ${boundary} symbols after the first only.`,
        ]
      : [];
  const rows = [
    ["sequence compression", scoreOf(compression), "two prefixes to one state: the same is accepted"],
    ["sequence distinction", "", "two prefixes to two states"],
    ["  precision", scoreOf(precision), "of what the model tells apart, the machine does so much"],
    ["  recall", scoreOf(recall), "of what the machine tells apart, the model does so much"],
  ];
  const shown = confusions
    .slice(0, CONFUSIONS)
    .map(({ accepted, rejected, continuation }) => [
      continuationText(continuation, alphabet),
      alphabet.show(accepted),
      alphabet.show(rejected),
    ]);
  return [
    `How well ${subject} keeps the states of ${of}`,
    `${countOf(pairs, "pair")} of prefixes for each score, seed ${seed}; the minimal machine has ${countOf(states, "state")}${unreached}`,
    `Accepted is what has a probability above ${epsilon} at every step; at most ${countOf(continuations, "continuation")} of a pair are tried`,
    "",
    ...columns(rows),
    ...untold,
    ...(precision === undefined ? ["There is one state only: nothing to distinguish."] : []),
    ...(compression === undefined ? ["No state has two prefixes: nothing to compress."] : []),
    ...(shown.length === 0
      ? []
      : [
          "",
          "The same state, but not for the model:",
          ...columns([["accepted", "after", "but not after"], ...shown]),
        ]),
  ];
}

function scoreOf(share: Share | undefined): string {
  if (share === undefined) return "—";
  const [mean, low, high] = [share.mean, share.low, share.high].map((value) =>
    String(Number(value.toFixed(3))),
  );
  return `${mean} (95 %: ${low} to ${high})`;
}

/** The end is a symbol of a continuation. */
function continuationText(word: Word, alphabet: Alphabet): string {
  if (word.at(-1) !== alphabet.size) return alphabet.show(word);
  return word.length === 1 ? "the end" : `${alphabet.show(word.slice(0, -1))} and the end`;
}
