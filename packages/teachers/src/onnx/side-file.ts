import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { HankelError } from "@hankel/core";
import { checkDescription, type Notify, parseDescription, SIDE_FILE_EXAMPLE } from "@hankel/networks";

/** What the user says about a network, besides its side file. */
export interface Said {
  readonly alphabet?: readonly string[] | undefined;
  readonly bos?: number | undefined;
  readonly eos?: number | undefined;
  readonly longest?: number | undefined;
  /** The output that holds the states. */
  readonly states?: string | undefined;
  /** The input that takes the tokens, and the output that holds the answers. */
  readonly input?: string | undefined;
  readonly output?: string | undefined;
}

/** The side file of a network file: `model.json` for `model.onnx`. */
function sideFileOf(path: string): string {
  return `${path.replace(/\.onnx$/iu, "")}.json`;
}

/**
 * Describes a network by its side file and by what the user says, who is right where both say something. If there is a
 * side file, the user's alphabet chooses from its symbols, which are `chosen`; otherwise it lists the symbols.
 *
 * @param suggest says what the side file of this network could be, if the network shows it
 */
export async function describeNetwork(
  path: string,
  said: Said,
  notify: Notify,
  suggest: () => Promise<string | undefined>,
) {
  const file = sideFileOf(path);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new HankelError("usage", `cannot read ${file}: ${error.message}`, { cause: error });
  });
  const { alphabet, bos, eos, longest, states, input, output } = said;
  const over = Object.fromEntries(
    Object.entries({ bos, eos, longest, states, input, output }).filter(([, value]) => value !== undefined),
  );
  if (text !== undefined) {
    const description = checkDescription({ ...parseDescription(text, file, notify), ...over }, file);
    return { description, chosen: alphabet };
  }
  if (alphabet === undefined) throw unexplained(path, file, await suggest());
  return { description: checkDescription({ alphabet, ...over }, path), chosen: undefined };
}

function unexplained(path: string, file: string, suggestion = SIDE_FILE_EXAMPLE): HankelError {
  return new HankelError(
    "usage",
    `nothing says what the tokens of ${path} mean. Write ${basename(file)} beside it, such as ${suggestion}: the ` +
      "symbols in the order of their tokens, the token that starts a word and the one that ends it; or say the same with " +
      '--alphabet "a b" --with bos=2 --with eos=3',
  );
}
