import { countOf, shortened } from "@hankel/core";
import { parseReply, type Reply } from "../wire/messages.ts";

/** How long the list of models is waited for, in milliseconds. */
const TIMEOUT = 5000;
/** The most bytes of the list, and the most names that are shown. */
const LARGEST = 2 ** 20;
const SHOWN = 20;

/** The models that a server has, for a message; empty if it does not say. */
export async function modelsAt({ origin }: URL, token: string | undefined): Promise<string> {
  try {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(TIMEOUT);
    // A redirect could lead the token elsewhere.
    const reply = await fetch(`${origin}/v1/models`, { headers, signal, redirect: "error" });
    const { data } = parseReply(await textOf(reply));
    const names = (data as readonly Reply[]).map(({ id }) => id).filter((id) => typeof id === "string");
    if (names.length === 0) return "";
    const more = names.length > SHOWN ? ` and ${countOf(names.length - SHOWN, "other")}` : "";
    return ` (its models are ${names
      .slice(0, SHOWN)
      .map((name) => shortened(name))
      .join(", ")}${more})`;
  } catch {
    return "";
  }
}

/** The body of a reply. Throws if it is too large. */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LARGEST) throw new Error("the list is too long");
  }
  return text;
}
