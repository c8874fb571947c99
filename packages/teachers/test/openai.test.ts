import { type OpenAiBoxOptions, openOpenAi } from "@hankel/teachers";
import { afterEach, describe, expect, test } from "vitest";
import { END, type ServerOptions, type Speaker, startCompletions } from "./support/completion-server.ts";

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

/** Starts a server and opens it as a box. */
async function open(
  server: Partial<ServerOptions>,
  options: Partial<OpenAiBoxOptions> & { path?: string } = {},
) {
  const started = await startCompletions({ style: "vllm", speaker: tossing, ...server });
  closing.push(started.close);
  const notices: string[] = [];
  const box = openOpenAi({
    url: started.url + (options.path ?? ""),
    alphabet: ["a", "b"],
    report: (notice) => notices.push(notice),
    ...options,
  });
  box.then(({ close }) => closing.push(close)).catch(() => {});
  return { box, notices, asked: started.asked };
}

/** After an even number of letters, `a` is likelier. Half of the probability is for texts that are no words. */
const tossing: Speaker = (text) =>
  text.replace(/^.*: /su, "").length % 2 === 0
    ? { a: 0.3, b: 0.1, [END]: 0.1, the: 0.5 }
    : { a: 0.1, b: 0.3, [END]: 0.1, the: 0.5 };

const rounded = (rows: readonly Float64Array[]) =>
  rows.map((row) => Array.from(row, (p) => Number(p.toFixed(6))));

describe("a completion server", () => {
  test.each([
    ["vllm", "", "/v1/completions"],
    ["vllm", "/v1", "/v1/completions"],
    ["llama.cpp", "/v1/completions", "/v1/completions"],
    ["ollama", "/api/generate", "/api/generate"],
  ] as const)("%s at %j gives distributions over the symbols and the end", async (style, path, asks) => {
    const { box, asked } = await open({ style }, { path, model: "m", prompt: "Toss a coin: " });
    const opened = await box;
    expect(opened.kind.header.next).toEqual({ prefixes: false });
    expect(rounded(await opened.weigh([[], [0], [0, 1]]))).toEqual([
      [0.6, 0.2, 0.2],
      [0.2, 0.6, 0.2],
      [0.6, 0.2, 0.2],
    ]);
    expect(asked.map(({ prompt }) => prompt).toSorted()).toEqual(
      ["", "", "a", "ab"].map((word) => `Toss a coin: ${word}`),
    );
    expect(new Set(asked.map((request) => `${request.model} ${request.path}`))).toEqual(
      new Set([`m ${asks}`]),
    );
    const prompt = asked.reduce((sum, request) => sum + request.prompt.length, 0);
    expect(opened.usage?.()).toEqual({ prompt, completion: 4 });
  });

  test("counts a token for the symbol that it begins with", async () => {
    const { box } = await open({ speaker: () => ({ aaa: 0.2, ab: 0.2, a: 0.2, b: 0.2, [END]: 0.2 }) });
    expect(rounded(await (await box).weigh([[]]))).toEqual([[0.6, 0.2, 0.2]]);
  });

  test("follows a symbol of several tokens to its end", async () => {
    const speaker: Speaker = (text) => {
      if (text.endsWith(" new")) return { " york": 0.75, " jersey": 0.25 };
      return { " new": 0.4, " rome": 0.3, " ": 0.0001, [END]: 0.3 };
    };
    const { box, asked } = await open({ speaker }, { alphabet: [" new york", " rome"] });
    expect(rounded(await (await box).weigh([[]]))).toEqual([
      [1 / 3, 1 / 3, 1 / 3].map((p) => Number(p.toFixed(6))),
    ]);
    // A space may begin both, but so rarely that it is not followed.
    expect(asked.map(({ prompt }) => prompt)).toEqual(["", " new", "", " new"]);
  });

  test("has an end that is a text, besides the model's own", async () => {
    const { box } = await open({ speaker: () => ({ a: 0.5, "\n\n": 0.2, [END]: 0.3 }) }, { end: "\n" });
    expect(rounded(await (await box).weigh([[1]]))).toEqual([[0.5, 0, 0.5]]);
  });

  test("may split a character into bytes, which is no end", async () => {
    const edit = (reply: unknown) => {
      const text = JSON.stringify(reply).replaceAll(
        '"token":"the","bytes":[116,104,101]',
        '"token":"","bytes":[226]',
      );
      return JSON.parse(text) as unknown;
    };
    const { box } = await open({ style: "llama.cpp", edit });
    expect(rounded(await (await box).weigh([[]]))).toEqual([[0.6, 0.2, 0.2]]);
  });

  test("gets the key as a bearer token, and how many tokens to give", async () => {
    const { box, asked } = await open({}, { token: "secret", top: 4 });
    await (await box).weigh([[0]]);
    expect(asked.map(({ key, logprobs }) => [key, logprobs])).toEqual([
      ["Bearer secret", 4],
      ["Bearer secret", 4],
    ]);
  });

  test("is asked again when it is overloaded, after the time that it says", async () => {
    const first = [[429, { "retry-after": "0" }, "slow down"]] as const;
    const { box, notices, asked } = await open({ first });
    expect(rounded(await (await box).weigh([[]]))).toEqual([[0.6, 0.2, 0.2]]);
    expect(asked).toHaveLength(3);
    expect(notices).toEqual([
      expect.stringMatching(/^the server: status 429 \("slow down"\); trying again in 0\.\d s$/u),
    ]);
  });

  test("may end after a word that no symbol follows", async () => {
    const { box } = await open({ speaker: (text) => (text === "" ? { a: 1 } : { x: 0.75, [END]: 0.25 }) });
    expect(rounded(await (await box).weigh([[0]]))).toEqual([[0, 0, 1]]);
  });

  test("multiplies the probabilities of the pieces of a symbol", async () => {
    const speaker: Speaker = (text) => {
      if (text.endsWith(" he")) return { ad: 0.5, art: 0.5 };
      if (text.endsWith(" head")) return { s: 0.8, ache: 0.2 };
      return { " he": 0.5, " tails": 0.4, [END]: 0.1 };
    };
    const { box } = await open({ speaker }, { alphabet: [" heads", " tails"] });
    const [heads, tails, end] = [0.5 * 0.5 * 0.8, 0.4, 0.1];
    const sum = heads + tails + end;
    expect(rounded(await (await box).weigh([[]]))).toEqual(
      [[heads, tails, end]].map((row) => row.map((share) => Number((share / sum).toFixed(6)))),
    );
  });

  test("says at the end which symbols it has never offered", async () => {
    const { box, notices } = await open({}, { alphabet: ["a", "b", "c"] });
    const opened = await box;
    expect(rounded(await opened.weigh([[]]))).toEqual([[0.6, 0.2, 0, 0.2]]);
    await opened.close();
    expect(notices).toEqual([
      'never among the 20 likeliest tokens, and so of probability 0 everywhere: "c"; --with logprobs=N asks for more tokens',
    ]);
  });
});

describe("an unsuitable completion server", () => {
  test("without log-probabilities is refused at once", async () => {
    for (const logprobs of [null, { content: [] }]) {
      const edit = (reply: unknown) => {
        const [choice] = (reply as { choices: object[] }).choices;
        return { ...(reply as object), choices: [{ ...choice, logprobs }] };
      };
      const { box } = await open({ edit });
      await expect(box).rejects.toThrow(
        "/v1/completions failed on the prompt alone: the reply has no log-probabilities (logprobs with top_logprobs)",
      );
    }
  });

  test("that begins with a part of a character says so", async () => {
    const edit = (reply: unknown) => {
      const [choice] = (reply as { choices: object[] }).choices;
      return { ...(reply as object), choices: [{ ...choice, text: "\uFFFD", logprobs: null }] };
    };
    const { box } = await open({ style: "llama.cpp", edit });
    await expect(box).rejects.toThrow("the likeliest token is a part of a character");
  });

  test("without the model names those that it has", async () => {
    const { box } = await open({ model: "qwen" }, { model: "qwn" });
    await expect(box).rejects.toThrow("status 404: The model `qwn` does not exist. (its models are qwen)");
  });

  test("that offers neither a symbol nor the end is an error that shows what it offers", async () => {
    const { box } = await open({ speaker: (text) => (text === "" ? { a: 1 } : { x: 0.75, y: 0.25 }) });
    const opened = await box;
    await expect(opened.weigh([[0]])).rejects.toThrow(
      'the black box failed on a: neither a symbol nor the end is among the 2 likeliest tokens after "a"; the likeliest ' +
        'are "x" 0.75, "y" 0.25. Change --with prompt=… so that the model expects the symbols',
    );
  });

  test("whose tokens have spaces that the symbols lack is an error that shows both, though words may end", async () => {
    const spaced: Speaker = () => ({ " heads": 0.5, " tails": 0.3, "\n": 0.2 });
    const { box } = await open(
      { speaker: spaced },
      { alphabet: ["heads", "tails"], end: "\n", prompt: "Tosses:" },
    );
    await expect(box).rejects.toThrow(
      'failed on the prompt alone: no symbol is among the 3 likeliest tokens after "Tosses:"; the likeliest are " heads" 0.50, ' +
        '" tails" 0.30, "\\n" 0.20. Change --with prompt=… so that the model expects the symbols, write them as the model does ' +
        "(often with a space in front)",
    );
  });

  test("whose tokens have spaces behind the first symbol only is an error there", async () => {
    const speaker: Speaker = (text) =>
      text.endsWith(": ")
        ? { heads: 0.5, tails: 0.4, [END]: 0.1 }
        : { " heads": 0.5, " tails": 0.3, [END]: 0.2 };
    const { box } = await open({ speaker }, { alphabet: ["heads", "tails"], prompt: "Tosses: " });
    await expect((await box).weigh([[0]])).rejects.toThrow(
      'no symbol is among the 3 likeliest tokens after "Tosses: heads"; the likeliest are " heads" 0.50',
    );
  });

  test("that gives one of the symbols with another space is an error that names it", async () => {
    const speaker: Speaker = () => ({ " yes": 0.5, " no": 0.4, [END]: 0.1 });
    const { box } = await open({ speaker }, { alphabet: [" yes", "no"] });
    await expect(box).rejects.toThrow(
      'the symbol "no" is not among the 3 likeliest tokens after "", but " no" is; the likeliest are " yes" 0.50, " no" 0.40',
    );
  });

  test("that refuses the key says so in its own words", async () => {
    const { box } = await open({ first: [[401, {}, '{"error": "invalid API key"}']] });
    await expect(box).rejects.toThrow("failed on the prompt alone: status 401: invalid API key");
  });

  test.each([
    [{ alphabet: ["a", "ab"] }, '"a" begins "ab", so a text does not show which of them it is'],
    [{ alphabet: ["a", "b"], end: "b" }, '"b" is both a symbol and the end'],
    [{ alphabet: ["a", ""] }, "the empty text cannot be a symbol or the end"],
    [{ url: "localhost:8000" }, "expected an address such as http://localhost:8000/"],
  ])("%j is refused before anything is asked", async (options, message) => {
    const { box, asked } = await open({}, options);
    await expect(box).rejects.toThrow(message);
    expect(asked).toEqual([]);
  });
});
