import { messageOf, quote, shortened, type Word } from "@hankel/core";
import type { Announcement } from "../box.ts";
import { announcementsDiffer } from "../wire/announcement.ts";
import { answersIn } from "../wire/messages.ts";
import { type Vocabulary, type VocabularyOptions, vocabularyOf } from "../wire/vocabulary.ts";
import type { Join } from "./fleet-messages.ts";

/** The language that all workers of a fleet must have: that of the first one. */
export class FleetLanguage {
  readonly vocabulary: Vocabulary;
  readonly #first: Join;
  readonly #name: string;
  /** How probes are written: over the whole alphabet. */
  readonly #whole: Vocabulary;
  /** The first worker's answers to its probe, by word. */
  readonly #probe = new Map<string, unknown>();

  /** Throws if the user wants another language, or if the worker's own answers make no sense. */
  constructor(name: string, first: Join, options: VocabularyOptions) {
    this.#name = name;
    this.#first = first;
    this.vocabulary = vocabularyOf(first.announcement, options);
    this.#whole = vocabularyOf(first.announcement, { tolerance: options.tolerance });
    const { words, answers } = this.#read(first);
    words.forEach((word, i) => {
      this.#probe.set(word.join(), answers[i]);
    });
  }

  /** How this worker writes its answers. */
  vocabularyOf(join: Join): Vocabulary {
    return { ...this.vocabulary, kind: this.vocabulary.kind.writtenAs(notationOf(join)) };
  }

  /** Why a worker is refused, or undefined if it has this language. */
  refusal(join: Join): string | undefined {
    const first = this.#first;
    const difference =
      announcementsDiffer(first.announcement, join.announcement, false) ??
      (join.longest === first.longest ? undefined : "another longest word") ??
      otherFingerprint(first, join) ??
      lacks(first.announcement, join.announcement);
    if (difference !== undefined) return `it has ${difference}; ${this.#name} was there first`;
    try {
      return this.#otherModel(join);
    } catch (error) {
      return `its probe is wrong: ${messageOf(error)}`;
    }
  }

  /** Does it answer the words of its probe like the first worker? */
  #otherModel(join: Join): string | undefined {
    const { words, answers } = this.#read(join);
    for (const [i, word] of words.entries()) {
      const expected = this.#probe.get(word.join());
      const { kind } = this.#whole;
      if (expected === undefined || kind.equals(expected, answers[i])) continue;
      const [here, there] = [answers[i], expected].map((answer) => shortened(kind.format(answer)));
      return `it is another model: for ${this.#whole.alphabet.show(word, kind.terms)} it answers ${here}, and ${this.#name}, which was there first, ${there}`;
    }
    return undefined;
  }

  #read(join: Join): { readonly words: readonly Word[]; readonly answers: readonly unknown[] } {
    const words = join.probe.map((symbols) => this.#whole.alphabet.word(symbols));
    const kind = this.#whole.kind.writtenAs(notationOf(join));
    return { words, answers: answersIn({ ...this.#whole, kind }, words, join.message) };
  }
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
