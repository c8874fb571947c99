import { boolean, Wdfsa } from "@hankel/core";
import { Acceptor, findByUncertainty, openNetwork } from "@hankel/networks";
import { describe, expect, test } from "vitest";
import { type Compute, fakeSession, floats, port, rowsOf } from "./support/fake-session.ts";
import { openModel } from "./support/models.ts";

const INPUTS = [port("input_ids"), port("lengths", "int64", ["batch"])];
const LOGIT = port("logit", "float32", ["batch"]);

/** An acceptor whose logit is a function of the tokens of a word, without padding. */
function acceptorOf(
  logit: (tokens: readonly number[]) => number,
  side = {},
  output = LOGIT,
  notices: string[] = [],
) {
  const compute: Compute = (tokens, feeds) => {
    const lengths = rowsOf(feeds["lengths"]).flat();
    return floats(
      tokens.map((row, i) => logit(row.slice(0, lengths[i]))),
      [tokens.length],
    );
  };
  const { session, calls } = fakeSession(INPUTS, [output], compute);
  const notify = (notice: string) => notices.push(notice);
  const opened = openNetwork(session, { alphabet: ["a", "b"], ...side }, { name: "net", notify });
  return { acceptor: opened as Promise<Acceptor>, calls };
}

/** The automaton that accepts nothing. */
const nothing = (acceptor: Acceptor) =>
  new Wdfsa({
    algebra: boolean,
    alphabet: acceptor.alphabet,
    target: new Int32Array(),
    arcWeight: [],
    initialWeight: false,
    finalWeight: [],
  });

describe("an acceptor", () => {
  test("accepts words with a positive logit, and reads no padding", async () => {
    const { acceptor } = acceptorOf((tokens) => tokens.filter((token) => token === 0).length - 1.5);
    expect((await acceptor).kind).toBe("acceptor");
    expect(await (await acceptor).accepts([[], [0, 0], [1, 0, 1], [0, 1, 0, 0]])).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  test("logits that lie between 0 and 1 on short words are no probabilities", async () => {
    const small = (tokens: readonly number[]) => 0.1 * tokens.length;
    for (const output of [LOGIT, port("linear", "float32", ["batch"])]) {
      const notices: string[] = [];
      const { acceptor } = acceptorOf(small, {}, output, notices);
      expect(await (await acceptor).accepts([[0], [0, 1]])).toEqual([true, true]);
      expect(notices.filter((notice) => notice.includes("probability"))).toEqual([]);
    }
  });

  test("a number that is no probability ends what took numbers for probabilities", async () => {
    const late = (tokens: readonly number[]) => (tokens.length > 40 ? 1.5 : 0.5);
    const output = port("linear", "float32", ["batch"]);
    const notices: string[] = [];
    const acceptor = await acceptorOf(late, {}, output, notices).acceptor;
    expect(notices.join()).toContain("counts as a probability");
    await expect(acceptor.accepts([new Array<number>(41).fill(0)])).rejects.toThrow(
      /^net, output linear: 1\.5 for a{41} is no probability; if these are logits, write "scores": "logits" into the side file$/u,
    );
  });

  test("gets the start token if it has one, and its lengths count it", async () => {
    const { acceptor, calls } = acceptorOf((tokens) => tokens.length, { bos: 2, longest: 5 });
    await (await acceptor).logits([[], [1, 0]]);
    const words = calls[calls.length - 1];
    expect(rowsOf(words["input_ids"])).toEqual([
      [2, 0, 0],
      [2, 1, 0],
    ]);
    expect(rowsOf(words["lengths"]).flat()).toEqual([1, 3]);
  });

  test("refuses a side file with tokens that it does not know", async () => {
    const known = (tokens: readonly number[]) => {
      if (tokens.some((token) => token > 1)) throw new Error("indices element out of data bounds");
      return tokens.length;
    };
    await expect(acceptorOf(known, { alphabet: ["a", "b", "c", "d"] }).acceptor).rejects.toThrow(
      'net does not read the token 3 of "d"; does its side file belong to it? (indices element out of data bounds)',
    );
    expect((await acceptorOf(known).acceptor).alphabet.symbols).toEqual(["a", "b"]);
  });

  test("that gives no number is an error that names the word", async () => {
    const { acceptor } = acceptorOf((tokens) => (tokens.length === 8 ? Number.NaN : -1));
    const word = [0, 0, 0, 0, 0, 0, 0, 1];
    await expect((await acceptor).accepts([[0], word])).rejects.toThrow(
      "net, output logit: no number (NaN) for aaaaaaab; expected finite numbers",
    );
  });
});

describe("counterexamples by uncertainty", () => {
  test("are found far away, where the network becomes less and less sure", async () => {
    const { acceptor } = acceptorOf((tokens) => tokens.filter((token) => token === 0).length - 14.5);
    const network = await acceptor;
    expect(await findByUncertainty(network, nothing(network))).toEqual(new Array(15).fill(0));
  });

  test("are no longer than the network reads", async () => {
    const { acceptor } = acceptorOf((tokens) => tokens.filter((token) => token === 0).length - 14.5, {
      longest: 14,
    });
    const network = await acceptor;
    expect(await findByUncertainty(network, nothing(network))).toBeNull();
  });

  test("cost a bounded number of words", async () => {
    let read = 0;
    const { acceptor } = acceptorOf(() => {
      read++;
      return -1;
    });
    const network = await acceptor;
    read = 0;
    expect(await findByUncertainty(network, nothing(network))).toBeNull();
    expect(read).toBeLessThan(2100);
  });

  test("show where a trained network forgets: 000 is forgotten after 42 ones, though such words were never trained", async () => {
    const network = (await openModel("tomita4")) as Acceptor;
    const forgotten = [0, 0, 0, ...new Array(42).fill(1)];
    expect(await network.accepts([forgotten.slice(0, 30), forgotten])).toEqual([false, true]);
    await network.release();
  });
});
