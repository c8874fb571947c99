import { Alphabet, countOf, HankelError } from "@hankel/core";
import type { NetworkDescription } from "./description.ts";

/** The symbols of a network and their tokens. */
export interface Tokens {
  readonly alphabet: Alphabet;
  /** The token of each letter. */
  readonly ids: readonly number[];
}

/** The tokens of some of the symbols, in their order; of all if none are given. */
export function chosenTokens({ alphabet, ids }: Tokens, symbols: readonly string[] | undefined): Tokens {
  if (symbols === undefined) return { alphabet, ids };
  const chosen = alphabet.word(symbols);
  return { alphabet: new Alphabet(symbols), ids: chosen.map((letter) => ids[letter]) };
}

/**
 * Finds the token of each symbol. `ids` in the description says it. Otherwise, an alphabet as large as the vocabulary of
 * the network lists all tokens in order, and those that start or end a word are no symbols. A smaller one lists the
 * symbols only, and they take the tokens 0, 1, 2, … without those two. Then no token may be left over: the description would be
 * that of another network.
 *
 * @param vocabulary how many tokens the network knows; unknown for acceptors and classifiers
 * @param name the network in messages
 */
export function tokensOf(
  description: NetworkDescription,
  vocabulary: number | undefined,
  name = "the network",
): Tokens {
  const { alphabet, bos, eos, ids } = description;
  const isReserved = (id: number) => id === bos || id === eos;
  if (ids !== undefined) return checked(alphabet, ids, name, vocabulary);
  if (alphabet.length === vocabulary) {
    const tokens = alphabet.map((_, id) => id).filter((id) => !isReserved(id));
    return checked(
      tokens.map((id) => alphabet[id]),
      tokens,
      name,
      vocabulary,
    );
  }
  const tokens: number[] = [];
  for (let id = 0; tokens.length < alphabet.length; id++) if (!isReserved(id)) tokens.push(id);
  const found = checked(alphabet, tokens, name, vocabulary);
  if (vocabulary === undefined) return found;
  // A network may read a start symbol that it never writes.
  const named = new Set([...tokens, bos, eos].filter((id) => id !== undefined && id < vocabulary)).size;
  if (named >= vocabulary) return found;
  throw new HankelError(
    "usage",
    `the side file names ${countOf(named, "token")}, those of its ${countOf(alphabet.length, "symbol")} and "bos" and "eos", but ` +
      `${name} knows ${vocabulary}; list all symbols, or say by "ids" which tokens these are`,
  );
}

function checked(
  symbols: readonly string[],
  ids: readonly number[],
  name: string,
  vocabulary = Number.POSITIVE_INFINITY,
): Tokens {
  const largest = Math.max(-1, ...ids);
  if (largest < vocabulary) return { alphabet: new Alphabet(symbols), ids };
  throw new HankelError(
    "usage",
    `the alphabet has ${countOf(symbols.length, "symbol")} with tokens up to ${largest}, but ${name} knows ` +
      `${vocabulary} tokens only, from 0 to ${vocabulary - 1}; check the alphabet, "bos", "eos" and "ids"`,
  );
}
