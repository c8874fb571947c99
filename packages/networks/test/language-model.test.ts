import { LanguageModel, type NetworkDescription, openNetwork, type Port } from "@hankel/networks";
import { describe, expect, test } from "vitest";
import { type Compute, fakeSession, floats, port, rowsOf } from "./support/fake-session.ts";
import { openModel } from "./support/models.ts";

const LOGITS = port("logits", "float32", ["batch", "time", 4]);
const SIDE: NetworkDescription = { alphabet: ["a", "b"], bos: 2, eos: 3 };

/** After each token, its own repetition is the likeliest. The start token is as likely as any, and never an answer. */
const repeating: Compute = (tokens) =>
  floats(
    tokens.flatMap((row) =>
      row.flatMap((token) => [0, 1, 2, 3].map((next) => (next === token ? Math.log(2) : 0))),
    ),
    [tokens.length, tokens[0].length, 4],
  );

const open = (inputs: readonly Port[], compute: Compute, side = SIDE, options = {}) => {
  const { session, calls, state } = fakeSession(inputs, [LOGITS], compute);
  const model = openNetwork(session, side, { name: "net", ...options }) as Promise<LanguageModel>;
  return { model, calls, state };
};

describe("a language model", () => {
  test("gives the distributions of all prefixes over the symbols and the end only", async () => {
    const model = await open([port("input_ids")], repeating).model;
    expect(model.prefixes).toBe(true);
    const [row] = await model.next([[0, 1]]);
    const third = 1 / 3;
    expect(Array.from(row)).toEqual(
      [third, third, third, 1 / 2, 1 / 4, 1 / 4, 1 / 4, 1 / 2, 1 / 4].map((p) => expect.closeTo(p, 7)),
    );
  });

  test("over some letters only, with all others as one, says the same, and names the first wrong guess", async () => {
    const rowOf = (token: number) => [0, 1, 2, 3, 4, 5].map((next) => ((token + 2 * next) * 7) % 5);
    const shareOf = (token: number) => {
      const row = rowOf(token).map((number) => number + 1);
      return row.map((number) => number / row.reduce((a, b) => a + b, 0));
    };
    const computing =
      (row: (token: number) => number[]): Compute =>
      (tokens) =>
        floats(
          tokens.flatMap((word) => word.flatMap(row)),
          [tokens.length, tokens[0].length, 6],
        );
    const side = { alphabet: ["a", "b", "c", "d"], bos: 4, eos: 5 };
    for (const compute of [rowOf, shareOf].map(computing)) {
      const { session } = fakeSession(
        [port("input_ids")],
        [port("logits", "float32", ["batch", "time", 6])],
        compute,
      );
      const model = (await openNetwork(session, side, { name: "net" })) as LanguageModel;
      const [whole] = await model.next([[3, 1, 0]]);
      const kept = [2, 0];
      const others = [1, 3];
      const rowAt = (at: number) => whole.slice(5 * at, 5 * at + 5);
      const likeliest = [0, 1, 2, 3].map((at) => (rowAt(at)[1] >= rowAt(at)[3] ? 1 : 3));
      const [answer] = await model.folded([{ word: [3, 1, 0], guesses: [] }], kept);
      if (!("rows" in answer)) throw new Error("nothing was guessed");
      expect(answer.likeliest).toEqual(likeliest);
      const expected = [0, 1, 2, 3].flatMap((at) => {
        const row = rowAt(at);
        return [row[2], row[0], others.reduce((sum, letter) => sum + row[letter], 0), row[4]];
      });
      expect([...answer.rows]).toEqual(expected.map((p) => expect.closeTo(p, 6)));
      const right = [likeliest[0], 2, 0];
      const [wrong, fine] = await model.folded(
        [
          { word: [4 - likeliest[0], 2, 0], guesses: [0] },
          { word: right, guesses: [0] },
        ],
        kept,
      );
      expect(wrong).toEqual({ place: 0, letter: likeliest[0] });
      expect("rows" in fine).toBe(true);
    }
  });

  test("is given positions that are the same for all words, whatever they are called, and lengths with an axis of their own", async () => {
    for (const name of ["position_ids", "cache_position", "pos", "places"]) {
      const { model, calls } = open([port("input_ids"), port(name, "int64", ["time"])], repeating);
      const network = await model;
      calls.length = 0;
      await network.next([[0, 1], [1]]);
      const { dims, data } = calls[0][name];
      expect({ dims, data: Array.from(data, Number) }).toEqual({ dims: [3], data: [0, 1, 2] });
    }
    const { model, calls } = open([port("input_ids"), port("lengths", "int64", ["batch", 1])], repeating);
    const network = await model;
    calls.length = 0;
    await network.next([
      [0, 1],
      [1, 0],
    ]);
    expect(calls[0]["lengths"]).toMatchObject({ dims: [2, 1] });
    expect(Array.from(calls[0]["lengths"].data, Number)).toEqual([3, 3]);
  });

  test("is refused if its answers to a word depend on the other words of a run", async () => {
    const mixed: Compute = (tokens) => {
      const sum = tokens.flat().reduce((a, b) => a + b, 0);
      return floats(
        tokens.flatMap((row) =>
          row.flatMap((token) => [0, 1, 2, 3].map((next) => (next === token ? sum : 0))),
        ),
        [tokens.length, tokens[0].length, 4],
      );
    };
    await expect(open([port("input_ids")], mixed).model).rejects.toThrow(
      "net: the answers to a word depend on the other words of a run; is it in evaluation mode, model.eval()",
    );
    // Of the first word only, and what it has read so far.
    const first: Compute = (tokens) => {
      const row = tokens[0].flatMap((_, at) => {
        const sum = tokens[0].slice(0, at + 1).reduce((a, b) => a + b, 0);
        return [0, 1, 2, 3].map((next) => next * sum);
      });
      return floats(row, [tokens[0].length, 4]);
    };
    const { session } = fakeSession([port("input_ids")], [port("select", "float32", ["time", 4])], first);
    await expect(openNetwork(session, SIDE, { name: "net" })).rejects.toThrow(
      "its output select (time × 4) seems to have no axis of words",
    );
  });

  test("is refused if it gives the likeliest token instead of scores", async () => {
    const likeliest: Compute = (tokens) => ({
      type: "int64",
      data: BigInt64Array.from(tokens.flat(), BigInt),
      dims: [tokens.length, tokens[0].length],
    });
    const output = port("argmax", "int64", ["batch", "time"]);
    const { session } = fakeSession([port("input_ids")], [output], likeliest);
    await expect(openNetwork(session, SIDE, { name: "net" })).rejects.toThrow(
      "net: its output argmax (int64 batch time) has one whole number at each place, such as the likeliest token",
    );
    const { eos: _, ...side } = SIDE;
    const notices: string[] = [];
    const again = fakeSession([port("input_ids")], [output], likeliest).session;
    const network = await openNetwork(again, side, { name: "net", notify: (notice) => notices.push(notice) });
    expect(network.kind).toBe("classifier");
    expect(notices.join()).toContain("its output argmax has whole numbers, so they count as classes");
  });

  test("gets words of similar length together, padded on the right, with a mask if it wants one", async () => {
    const { model, calls } = open([port("input_ids"), port("attention_mask", "int32")], repeating, {
      ...SIDE,
      longest: 40,
    });
    const network = await model;
    calls.length = 0;
    const words = [new Array<number>(30).fill(0), [1], [0], new Array<number>(29).fill(1)];
    const answers = await network.next(words);
    expect(calls.map(({ input_ids }) => rowsOf(input_ids))).toEqual([
      [
        [2, 1],
        [2, 0],
      ],
      [
        [2, ...words[3], 0],
        [2, ...words[0]],
      ],
    ]);
    expect(calls[1]["input_ids"].type).toBe("int64");
    expect(calls[1]["attention_mask"]).toMatchObject({ type: "int32", dims: [2, 31] });
    expect(rowsOf(calls[1]["attention_mask"])[0]).toEqual([...new Array<number>(30).fill(1), 0]);
    expect(answers.map(({ length }) => length)).toEqual(words.map((word) => 3 * (word.length + 1)));
  });

  test("may answer at the last position only: then words of one length go together", async () => {
    const last: Compute = (tokens) =>
      floats(
        tokens.flatMap((row) => [0, 1, 2, 3].map((next) => (next === row.at(-1) ? Math.log(2) : 0))),
        [tokens.length, 4],
      );
    const { model, calls } = open([port("input_ids")], last);
    const network = await model;
    expect(network.prefixes).toBe(false);
    calls.length = 0;
    const answers = await network.next([[0, 1], [0], [1]]);
    expect(answers.map((row) => Array.from(row, (p) => Number(p.toFixed(3))))).toEqual([
      [0.25, 0.5, 0.25],
      [0.5, 0.25, 0.25],
      [0.25, 0.5, 0.25],
    ]);
    expect(calls.map(({ input_ids }) => input_ids.dims)).toEqual([
      [2, 2],
      [1, 3],
    ]);
  });

  test("over many tokens runs few words at once, so that no output has more than some four million numbers", async () => {
    const large: Compute = (tokens) => {
      const dims = [tokens.length, tokens[0].length, 2 ** 14];
      return { type: "float32", data: new Float32Array(dims.reduce((a, b) => a * b)), dims };
    };
    const side = { ...SIDE, ids: [0, 1], longest: 200 };
    const { model, calls } = open([port("input_ids")], large, side);
    const network = await model;
    calls.length = 0;
    const words = [99, 1, 1, 1, 99, 99].map((length) => new Array<number>(length).fill(0));
    const answers = await network.next(words);
    expect(calls.map(({ input_ids }) => input_ids.dims)).toEqual([
      [3, 2],
      [2, 100],
      [1, 100],
    ]);
    expect(answers.map(({ length }) => length)).toEqual(words.map(({ length }) => 3 * (length + 1)));
  });

  test("with numbers between 0 and 1 that are no distribution counts them as logits, and says so", async () => {
    const notices: string[] = [];
    const shares: Compute = (tokens) =>
      floats(
        tokens.flatMap((row) => row.flatMap((token) => [0.2, 0.9, token / 4, 0.3])),
        [tokens.length, tokens[0].length, 4],
      );
    const options = { notify: (notice: string) => notices.push(notice) };
    await open([port("input_ids")], shares, { ...SIDE, longest: 9 }, options).model;
    expect(notices).toEqual([
      "net: the numbers of logits are between 0 and 1 but sum to 1.4 after a, so they are no distribution and count as logits " +
        '("scores": "logits" in the side file says that they are)',
    ]);
    notices.length = 0;
    await open([port("input_ids")], shares, { ...SIDE, longest: 9, scores: "logits" }, options).model;
    const lower: Compute = (tokens, feeds) =>
      floats(
        Array.from(shares(tokens, feeds).data as Float32Array, (number) => number - 1),
        shares(tokens, feeds).dims,
      );
    await open([port("input_ids")], lower, { ...SIDE, longest: 9 }, options).model;
    expect(notices).toEqual([]);
  });

  test("uses some symbols only, if told so", async () => {
    const network = await open([port("input_ids")], repeating, SIDE, { alphabet: ["b"] }).model;
    const [row] = await network.next([[0]]);
    expect(Array.from(row.subarray(2))).toEqual([expect.closeTo(2 / 3, 7), expect.closeTo(1 / 3, 7)]);
  });

  test("pauses between batches", async () => {
    let pauses = 0;
    const pause = async () => {
      pauses++;
    };
    const network = await open([port("input_ids")], repeating, SIDE, { batch: 2, pause }).model;
    await network.next([[0], [1], [0], [1], [0]]);
    expect(pauses).toBe(2);
  });

  test.each([
    [
      "no start token",
      [port("input_ids")],
      { alphabet: ["a"], eos: 1 },
      'write "bos": ID into its side file, or give --with bos=ID',
    ],
    [
      "no end token",
      [port("input_ids")],
      { ...SIDE, eos: undefined, kind: "language-model" as const },
      'write "eos": ID into its side file, or give --with eos=ID',
    ],
    [
      "columns that nothing explains",
      [port("input_ids")],
      { alphabet: ["a", "b"], bos: 2 },
      "net: its output logits (float32 batch time 4) has 4 columns, and its side file names 3 tokens. If it is a language " +
        'model, write all its symbols and the token "eos" that ends a word into the side file, or give --with eos=ID; if it ' +
        'puts words into classes, write "kind": "classifier", or "classes": [NAMES]',
    ],
    [
      "fewer symbols than columns",
      [port("input_ids")],
      { alphabet: ["a"], bos: 1, eos: 2 },
      'the side file names 3 tokens, those of its 1 symbol and "bos" and "eos", but net knows 4',
    ],
    [
      "an end that is no token",
      [port("input_ids")],
      { ...SIDE, eos: 9 },
      '"eos" is 9, but the network knows 4 tokens only',
    ],
    [
      "no input_ids",
      [port("lengths", "int64", ["batch"])],
      SIDE,
      "net has no input for tokens: expected one of whole numbers (int64 or int32) with two axes, words and positions; it has " +
        "the inputs lengths (int64 batch)",
    ],
    [
      "a cache",
      [port("input_ids"), port("past_key_values.0.key", "float32")],
      SIDE,
      "net has an input past_key_values.0.key",
    ],
    [
      "an input with the name of a member of objects",
      [port("input_ids"), port("toString")],
      SIDE,
      "net has an input toString, which cannot be given; known inputs are the tokens, lengths, attention_mask",
    ],
    [
      "two inputs that could be the tokens",
      [port("left"), port("right")],
      SIDE,
      "net has 2 inputs that could take the tokens, left (int64 batch time), right (int64 batch time); say which one by --with input=NAME",
    ],
    [
      "odd inputs",
      [port("input_ids", "string")],
      SIDE,
      "the input input_ids has the type string; expected int64 or int32",
    ],
  ])("with %s is refused", async (_, inputs, side, message) => {
    const { model, state } = open(inputs, repeating, side);
    await expect(model).rejects.toThrow(message);
    expect(state.released).toBe(true);
  });

  test("without an output for answers is refused, with what the file has", async () => {
    const { session } = fakeSession([port("input_ids")], [port("scores", "string", [])], repeating);
    await expect(openNetwork(session, SIDE, { name: "net" })).rejects.toThrow(
      "net has no output for answers: expected numbers with one to three axes, words, positions and tokens or classes; it has " +
        "the inputs input_ids (int64 batch time) and the outputs scores (string)",
    );
  });

  test("whose numbers are not finite is an error that names the tensor and the word", async () => {
    const broken: Compute = (tokens, feeds) => {
      const { dims } = repeating(tokens, feeds);
      return floats(new Array(dims.reduce((a, b) => a * b)).fill(Number.NaN), dims);
    };
    const network = await open([port("input_ids")], broken).model;
    await expect(network.next([[0, 1]])).rejects.toThrow(
      "net, output logits: no distribution after ε: its logits are no numbers (NaN); expected finite numbers",
    );
  });
});

describe("the longest word", () => {
  /** A network with so many positions. */
  const limited =
    (positions: number): Compute =>
    (tokens, feeds) => {
      if (tokens[0].length > positions) throw new Error("index out of bounds");
      return repeating(tokens, feeds);
    };

  test("is found when the network is opened, and a longer one is refused", async () => {
    const network = await open([port("input_ids")], limited(11)).model;
    expect(network.longest).toBe(10);
    await expect(network.next([new Array(10).fill(0)])).resolves.toHaveLength(1);
    await expect(network.next([[0], new Array(11).fill(0)])).rejects.toThrow(
      "net reads words of at most 10 letters, and was asked about one of 11",
    );
  });

  test("is that of the side file if it has one", async () => {
    const { model, calls } = open([port("input_ids")], limited(11), { ...SIDE, longest: 5 });
    expect((await model).longest).toBe(5);
    // No longer word is tried: it has 5 letters, behind the token that starts it.
    expect(Math.max(...calls.map(({ input_ids }) => input_ids.dims[1]))).toBe(5);
  });

  test("is found when a word fails, if the network reads rather long ones", async () => {
    const network = await open([port("input_ids")], limited(301)).model;
    expect(network.longest).toBeUndefined();
    await expect(network.next([new Array(400).fill(1)])).rejects.toThrow(
      'net reads words of at most 300 letters, and was asked about one of 400; write "longest": 300 into its side file',
    );
    expect(network.longest).toBe(300);
  });

  test("is not blamed if the network fails on everything", async () => {
    const failing: Compute = (tokens, feeds) => {
      if (tokens.some((row) => row.length === 1)) throw new Error("out of memory");
      return limited(5)(tokens, feeds);
    };
    const network = await open([port("input_ids")], failing, { ...SIDE, longest: 9 }).model;
    await expect(network.next([[]])).rejects.toThrow("net failed on words of 0 letters: out of memory");
  });
});

describe("networks of examples/models", () => {
  test("speak like the automata that taught them", async () => {
    const network = (await openModel("uhl2")) as LanguageModel;
    const [row] = await network.next([[0]]);
    // The first of five letters, then the second: each with 0.5 more than its share.
    const share = 0.5 / 5.5;
    const expected = (wanted: number) =>
      [0, 1, 2, 3, 4].map((letter) => share + (letter === wanted ? 0.5 : 0));
    const all = [...expected(0), share / 2, ...expected(1), share / 2];
    for (const [i, p] of all.entries()) expect(row[i]).toBeCloseTo(p, 1);
    await network.release();
  });

  test("have prefixes that do not depend on what follows, nor on the batch", async () => {
    for (const name of ["random-5", "transformer-6"]) {
      const network = (await openModel(name)) as LanguageModel;
      const word = Array.from({ length: 12 }, (_, i) => i % network.alphabet.size);
      const words = word.map((_, i) => word.slice(0, i));
      const [whole] = await network.next([word]);
      for (const [i, row] of (await network.next(words)).entries()) {
        for (const [k, p] of row.entries()) expect(p, `${name} ${i}`).toBeCloseTo(whole[k], 5);
      }
      await network.release();
    }
  });

  test("the transformer's limit is found without its side file", async () => {
    const network = await openModel("transformer-6", ["longest"]);
    expect(network.longest).toBe(60);
    await network.release();
  });
});
