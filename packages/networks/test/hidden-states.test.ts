import { HankelError, type Word } from "@hankel/core";
import {
  Acceptor,
  LanguageModel,
  type Network,
  type NetworkDescription,
  openNetwork,
  type Port,
  type Session,
} from "@hankel/networks";
import { describe, expect, it } from "vitest";
import { fakeSession, floats, port } from "./support/fake-session.ts";
import { openModel } from "./support/models.ts";

const STATES: Port = port("hidden", "float32", ["batch", 2]);
const LOGITS: Port = port("logits", "float32", ["batch", "time", 4]);
const SIDE = { alphabet: ["a", "b"], bos: 2, eos: 3, states: "hidden" };
const open = async (session: Session, side: NetworkDescription, options: { readonly name: string }) =>
  (await openNetwork(session, side, options)) as LanguageModel;
const sum = (row: readonly number[]) => row.reduce((total, token) => total + token, 0);

/** A language model whose state is the sum of the tokens and their number; with padding, if words are padded. */
function summing(perPosition: boolean, spoil = (state: number[]) => state) {
  return fakeSession([port("input_ids")], [LOGITS, STATES], (tokens, _feeds, output) => {
    const time = tokens[0].length;
    if (output === "logits") {
      return floats(new Array(tokens.length * time * 4).fill(0), [tokens.length, time, 4]);
    }
    const states = tokens.flatMap((row) =>
      perPosition
        ? row.flatMap((_, at) => spoil([sum(row.slice(0, at + 1)), at + 1]))
        : spoil([sum(row), row.length]),
    );
    return floats(states, perPosition ? [tokens.length, time, 2] : [tokens.length, 2]);
  });
}

async function statesOf(model: Network, words: readonly Word[]): Promise<number[][]> {
  const states: number[][] = [];
  const keep = (i: number, state: Float64Array) => {
    states[i] = [...state];
  };
  if (model instanceof LanguageModel) await model.next(words, { onState: keep });
  else if (model instanceof Acceptor) await model.accepts(words, keep);
  else await model.run(words, keep);
  return states;
}

const WORDS: readonly Word[] = [[1, 1, 1], [], [0], [1, 0], [1]];
const EXPECTED = WORDS.map((word) => [2 + sum(word), word.length + 1]);

describe("the states of a network", () => {
  for (const perPosition of [true, false]) {
    it(`are those after the last letter, whatever is padded: ${perPosition ? "at each position" : "for each word"}`, async () => {
      const { session } = summing(perPosition);
      const model = await open(session, SIDE, { name: "net" });
      expect(model.states).toBe(2);
      expect(await statesOf(model, WORDS)).toEqual(EXPECTED);
    });
  }

  it("are computed only when they are wanted", async () => {
    const outputs: (string | undefined)[] = [];
    const { session } = summing(true);
    const watched = {
      ...session,
      run: (feeds: Parameters<typeof session.run>[0], wanted: readonly string[]) => {
        outputs.push(wanted.join());
        return session.run(feeds, wanted);
      },
    };
    const model = await open(watched, SIDE, { name: "net" });
    outputs.length = 0;
    await model.next([[0]]);
    await statesOf(model, [[0]]);
    expect(outputs).toEqual(["logits", "logits,hidden"]);
  });

  it("need an output of the network: the error lists those it has", async () => {
    const { session } = summing(true);
    await expect(open(session, { ...SIDE, states: "memory" }, { name: "net" })).rejects.toThrow(
      "net: the hidden states cannot be the output memory, which the network does not have; it has the outputs " +
        "logits (float32 batch time 4), hidden (float32 batch 2)",
    );
  });

  it("need an output of a shape that fits", async () => {
    const { session } = fakeSession([port("input_ids")], [LOGITS, STATES], (tokens, _feeds, output) =>
      output === "logits"
        ? floats(new Array(tokens.length * tokens[0].length * 4).fill(0), [
            tokens.length,
            tokens[0].length,
            4,
          ])
        : floats(new Array(2 * tokens.length).fill(0), [1, tokens.length, 2]),
    );
    await expect(open(session, SIDE, { name: "net" })).rejects.toThrow(
      "net: the output hidden cannot hold states: for 2 words of 3 tokens it has the type float32 and the size 1 × 2 × 2",
    );
  });

  it("must be finite: the error names the word", async () => {
    const { session } = summing(true, ([total, count]) => [total, count === 3 ? Number.NaN : count]);
    const model = await open(session, SIDE, { name: "net" });
    await expect(statesOf(model, [[0], [0, 1]])).rejects.toThrow(
      "net: the state after ab has numbers that are not finite",
    );
  });

  it("are refused where nothing says which output holds them", async () => {
    const { session } = summing(true);
    const { states: _none, ...side } = SIDE;
    const model = await open(session, side, { name: "net" });
    expect(model.states).toBeUndefined();
    await expect(statesOf(model, [[0]])).rejects.toThrow(HankelError);
  });
});

describe("the networks of examples/models", () => {
  it.each([
    ["tomita3", 48],
    ["uhl1", 96],
    ["random-5", 128],
  ])("%s has states of %i numbers, which do not depend on the words beside them", async (name, size) => {
    const model = await openModel(name);
    expect(model.states).toBe(size);
    const words: Word[] = [[], [0, 1], [1, 1, 0, 1, 0], [1], [0, 1, 1]];
    const together = await statesOf(model, words);
    for (const [i, word] of words.entries()) {
      const [alone] = await statesOf(model, [word]);
      expect(alone).toHaveLength(size);
      alone.forEach((x, k) => {
        expect(together[i][k]).toBeCloseTo(x, 4);
      });
    }
    expect(together[1]).not.toEqual(together[4]);
    await model.release();
  });
});
