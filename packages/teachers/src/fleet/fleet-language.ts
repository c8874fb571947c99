import { messageOf, quote, shortened, type Word } from "@hankel/core";
import type { Announcement } from "../box.ts";
import { announcementsDiffer } from "../wire/announcement.ts";
import { answersIn } from "../wire/messages.ts";
import { type Vocabulary, type VocabularyOptions, vocabularyOf } from "../wire/vocabulary.ts";
import type { Join } from "./fleet-messages.ts";

/**
 * The most characters of the exact weights in a join, unless the first worker has longer ones. Anybody may send joins, and as many
 * as they like: the time to read them grows with the square of the length, and these take some milliseconds.
 */
const LONGEST_PROBE = 10_000;

export type FleetLanguage = ReturnType<typeof fleetLanguage>;

/**
 * The language that all workers of a fleet must have: that of the first one. Throws if the user wants another language, or if the
 * worker's own answers make no sense.
 */
export function fleetLanguage(name: string, first: Join, options: VocabularyOptions) {
  const vocabulary = vocabularyOf(first.announcement, options);
  // Probes are written over the whole alphabet.
  const whole = vocabularyOf(first.announcement, { tolerance: options.tolerance, digits: options.digits });
  const { kind, alphabet } = whole;
  const probeOf = (join: Join): readonly (readonly [Word, unknown])[] => {
    const words = join.probe.map((symbols) => alphabet.word(symbols));
    const written = { ...whole, kind: kind.writtenAs(notationOf(join)) };
    const answers = answersIn(written, words, join.message);
    return words.map((word, i) => [word, answers[i]]);
  };
  const ownProbe = probeOf(first);
  const probe = new Map(ownProbe.map(([word, answer]) => [word.join(), answer]));

  const charactersOf = ({ message }: Join): number => {
    const values = message[kind.reply];
    if (!kind.exact || !Array.isArray(values)) return 0;
    return values.reduce((sum: number, value) => sum + (typeof value === "string" ? value.length : 0), 0);
  };
  const characters = charactersOf(first);

  /** Does it answer the words of its probe like the first worker? */
  const otherModel = (join: Join): string | undefined => {
    const own = charactersOf(join);
    // Fractions need not be in lowest terms.
    if (own > Math.max(LONGEST_PROBE, 2 * characters))
      return `its answers for its probe take ${own} characters, and those of ${name}, which was there first, ${characters}`;
    for (const [word, answer] of probeOf(join)) {
      const expected = probe.get(word.join());
      if (expected === undefined || kind.equals(expected, answer)) continue;
      const [here, there] = [answer, expected].map((each) => shortened(kind.format(each)));
      return `it is another model: for ${alphabet.show(word, kind.terms)} it answers ${here}, and ${name}, which was there first, ${there}`;
    }
    return undefined;
  };

  return {
    vocabulary,
    /** What the first worker answered, over its whole alphabet. */
    probe: ownProbe.map(([word, answer]) => [alphabet.spell(word), answer] as const),
    /** How this worker writes its answers. */
    vocabularyOf: (join: Join): Vocabulary => ({
      ...vocabulary,
      kind: vocabulary.kind.writtenAs(notationOf(join)),
    }),
    /** Why a worker is refused, or undefined if it has this language. */
    refusal(join: Join): string | undefined {
      const difference =
        announcementsDiffer(first.announcement, join.announcement, false) ??
        (join.longest === first.longest ? undefined : "another longest word") ??
        otherFingerprint(first, join) ??
        lacks(first.announcement, join.announcement);
      if (difference !== undefined) return `it has ${difference}; ${name} was there first`;
      try {
        return otherModel(join);
      } catch (error) {
        return `its probe is wrong: ${messageOf(error)}`;
      }
    },
  };
}

/** How a worker writes distributions. Logarithms or not is a notation, and may differ from worker to worker. */
function notationOf({ message, normalized }: Join): { readonly logs: boolean; readonly normalized: boolean } {
  return { logs: message["logs"] === true, normalized };
}

function otherFingerprint({ fingerprint: first }: Join, { fingerprint: other }: Join): string | undefined {
  if (first === undefined || other === undefined || first === other) return undefined;
  return `the fingerprint ${quote(other)} instead of ${quote(first)}`;
}

/** What the first worker can do and this one cannot. */
function lacks(first: Announcement, other: Announcement): string | undefined {
  if (first.counterexamples && !other.counterexamples) return "no way to find counterexamples";
  if (first.samples && !other.samples) return "no way to draw samples";
  return undefined;
}
