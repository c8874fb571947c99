import { freeLetters } from "@hankel/core";
import { type MappedBoxOptions, openMapped, type WireEvent } from "@hankel/teachers";

/** One word on a server: its outputs, and what happened on the wire. */
export async function tryWord(
  options: Pick<MappedBoxOptions, "url" | "mapper" | "certificates">,
  word: string,
): Promise<{ readonly outputs: string[]; readonly events: WireEvent[] }> {
  const events: WireEvent[] = [];
  const box = await openMapped({ ...options, onWire: (event) => events.push(event) });
  try {
    const [run] = await box.weigh([box.alphabet.parse(word)]);
    return { outputs: freeLetters(run).map(({ name }) => name), events };
  } finally {
    await box.close();
  }
}
