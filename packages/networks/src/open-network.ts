import { Acceptor, LOGIT } from "./acceptor.ts";
import type { NetworkDescription } from "./description.ts";
import { LanguageModel, LOGITS } from "./language-model.ts";
import type { Session } from "./session.ts";
import type { RunOptions } from "./word-runner.ts";

/** A network of either kind. */
export type Network = LanguageModel | Acceptor;

/** Opens a network of the kind that its description says, or else its outputs. Releases the session if that fails. */
export async function openNetwork(
  session: Session,
  description: NetworkDescription,
  options: RunOptions,
): Promise<Network> {
  try {
    const has = (output: string) => session.outputs.some(({ name }) => name === output);
    const { kind = has(LOGIT) && !has(LOGITS) ? "acceptor" : "language-model" } = description;
    const opened = kind === "acceptor" ? Acceptor : LanguageModel;
    return await opened.open(session, description, options);
  } catch (error) {
    await session.release();
    throw error;
  }
}
