import { countOf, HankelError, quote } from "@hankel/core";
import { Acceptor } from "./acceptor.ts";
import { Classifier } from "./classifier.ts";
import type { NetworkDescription } from "./description.ts";
import { LanguageModel } from "./language-model.ts";
import { type Layout, layoutOf, type TrialTokens } from "./layout.ts";
import { type Ports, portNames, portsFor } from "./ports.ts";
import type { Session } from "./session.ts";
import { tokensOf } from "./token-ids.ts";
import type { RunOptions } from "./word-reader.ts";

/** A network of any kind. */
export type Network = LanguageModel | Acceptor | Classifier;

/**
 * What acceptors are tested with: short words and every state first, and then where the network is unsure. See `parseEquivalence`.
 *
 * @example
 * console.log(ACCEPTOR_TESTS.split("+").length); // 5
 */
export const ACCEPTOR_TESTS = "short:500+states:5+loops:100+box+walk:200";

/** The kinds of networks, and how each is opened. */
const KINDS = {
  "language-model": LanguageModel,
  acceptor: Acceptor,
  classifier: Classifier,
} as const;

/**
 * Opens a network. Which tensors take the words and hold the answers, and how their axes lie, is found by names, types, shapes
 * and a few runs. Its kind is the one that its description says, or else that of its output: with an end token it is a language
 * model, with names of classes a classifier, and with one or two columns an acceptor. Releases the session if it fails.
 *
 * @example
 * const runtime = await import("onnxruntime-web");
 * const file = await readFile("examples/models/tomita1.onnx");
 * const session = await openSession(runtime, file, "tomita1.onnx");
 * const side = await readFile("examples/models/tomita1.json", "utf8");
 * const network = await openNetwork(session, parseDescription(side, "tomita1.json"), { name: "tomita1.onnx" });
 * console.log(network.kind); // acceptor
 */
export async function openNetwork(
  session: Session,
  description: NetworkDescription,
  options: RunOptions,
): Promise<Network> {
  try {
    const { name } = options;
    const ports = portsFor(session, description, name);
    const layout = await layoutOf(session, ports, trialTokens(description), name);
    const kind = kindOf(description, layout, ports, options);
    return await KINDS[kind].open({ session, description, ports, layout, options });
  } catch (error) {
    await session.release();
    throw error;
  }
}

/** Tokens that a network should know, by its description. */
function trialTokens(description: NetworkDescription): TrialTokens {
  const { bos, eos, alphabet, longest: letters } = description;
  const longest = letters === undefined ? undefined : letters + (bos === undefined ? 0 : 1);
  const { ids } = tokensOf(description, undefined);
  const some = ids[0] ?? bos ?? 0;
  const called =
    bos === undefined
      ? `the token ${some} of ${quote(alphabet[0] ?? "")}`
      : `its start symbol, "bos": ${bos}`;
  return { start: bos ?? some, some, other: ids[1] ?? bos ?? eos ?? some, called, longest };
}

/** The kind of a network: what its description says, as far as its output allows it. */
function kindOf(
  { kind, classes, eos, bos, alphabet }: NetworkDescription,
  { width, type }: Layout,
  { output }: Ports,
  { name, notify }: RunOptions,
): keyof typeof KINDS {
  if (kind === "acceptor" && width > 2) {
    notify?.(
      `${name}: its output ${output.name} has ${width} columns, so it puts words into ${width} classes and is learned as a Moore machine`,
    );
    return "classifier";
  }
  if (kind !== undefined) return kind;
  if (classes !== undefined) return "classifier";
  if (width === 1 && type.startsWith("int")) {
    if (eos !== undefined) {
      throw new HankelError(
        "usage",
        `${name}: its output ${portNames([output])} has one whole number at each place, such as the likeliest token, and no scores of all tokens, which a language model ` +
          'with an end, "eos", gives; export it without argmax, or write "kind": "classifier" into its side file to learn these numbers',
      );
    }
    notify?.(
      `${name}: its output ${output.name} has whole numbers, so they count as classes and it is learned as a Moore machine; scores instead of argmax make an acceptor of two classes`,
    );
    return "classifier";
  }
  if (width === 1) return "acceptor";
  if (eos !== undefined) return "language-model";
  if (width === 2) return "acceptor";
  const named = alphabet.length + (bos === undefined ? 0 : 1);
  throw new HankelError(
    "usage",
    `${name}: its output ${portNames([output])} has ${width} columns, and its side file names ${countOf(named, "token")}. If it is a language model, write all ` +
      'its symbols and the token "eos" that ends a word into the side file, or give --with eos=ID; if it puts words into classes, write "kind": "classifier", ' +
      'or "classes": [NAMES]',
  );
}

/** The names of so many symbols, for an example. */
function symbols(count: number): string {
  const some = Array.from(
    { length: Math.min(count, MOST_SHOWN) },
    (_, i) => `"${String.fromCharCode(97 + i)}"`,
  );
  return `[${some.join(", ")}${count > MOST_SHOWN ? ", …" : ""}]`;
}

const MOST_SHOWN = 5;

/**
 * Says what the side file of a network could be, from what its own file shows; undefined if that cannot be run.
 *
 * @example
 * const runtime = await import("onnxruntime-web");
 * const file = await readFile("examples/models/uhl1.onnx");
 * const session = await openSession(runtime, file, "uhl1.onnx");
 * console.log(await suggestDescription(session, "uhl1.onnx")); // {"alphabet": ["a", "b"], "bos": 2, "eos": 3} (its output logits has 4 columns)
 */
export async function suggestDescription(session: Session, name: string): Promise<string | undefined> {
  try {
    const ports = portsFor(session, {}, name);
    const trial = { start: 0, some: 0, other: 0, called: "0" };
    const { width, prefixes } = await layoutOf(session, ports, trial, name);
    const columns = `its output ${ports.output.name} has ${countOf(width, "column")}`;
    if (width <= 2) return `{"alphabet": ["a", "b"], "bos": 2} (${columns}, so it accepts or rejects words)`;
    const model = `{"alphabet": ${symbols(width - 2)}, "bos": ${width - 2}, "eos": ${width - 1}}`;
    if (prefixes) return `${model} (${columns})`;
    return `${model} if it is a language model, or {"alphabet": ["a", "b"], "kind": "classifier"} (${columns})`;
  } catch {
    return undefined;
  }
}
