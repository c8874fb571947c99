/** Servers that speak bytes, spoken to by a mapper file. */

import { type FreeWord, freeLetters } from "@hankel/core";
import { type MappedBoxOptions, openMapped, readMapper } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { lineServer, type Running, tcpServer } from "./support/talking-server.ts";
import { tryWord } from "./support/try-word.ts";

const outputsIn = (run: FreeWord) => freeLetters(run).map(({ name }) => name);

/** A mapper with these parts. Unless they say it, lines end what is sent, and a reply. */
const mapperOf = (text: string) => {
  const usual = ["mapper: tcp", "ending: \\n", "until: '\\n$'", "timeout: 1s"];
  const missing = usual.filter((line) => !text.includes(`\n${line.slice(0, line.indexOf(":") + 1)}`));
  return readMapper(`${missing.join("\n")}\n${text}`);
};

const tried = async ({ url }: Pick<Running, "url">, mapper: string, word: string) =>
  tryWord({ url, mapper: await mapperOf(mapper) }, word);

const outputs = async (...of: Parameters<typeof tried>) => (await tried(...of)).outputs;

async function ask(
  url: string,
  mapper: string,
  words: readonly string[],
  options: Partial<MappedBoxOptions> = {},
): Promise<string[][]> {
  const box = await openMapped({ url, mapper: await mapperOf(mapper), ...options });
  try {
    const asked = words.map((word) => box.alphabet.parse(word));
    return (await box.weigh(asked)).map((run) => outputsIn(run));
  } finally {
    await box.close();
  }
}

const COUNTER = () => {
  let count = 0;
  return () => `${++count}\n`;
};

describe("a server that speaks bytes", () => {
  it("begins anew for each word", async () => {
    await using server = await lineServer(COUNTER);
    expect(await ask(server.url, "inputs: { a: x }", ["a a a", "a", "", "a a"], { workers: 3 })).toEqual([
      ["1", "2", "3"],
      ["1"],
      [],
      ["1", "2"],
    ]);
  });

  it("gets back the values that it told", async () => {
    await using server = await lineServer((connection) => {
      let wanted = 100 * connection;
      return (line) => {
        if (line === "begin") return `number=${wanted}\n`;
        const right = line === `ack ${wanted + 1}`;
        if (right) wanted++;
        return right ? `right ${wanted}\n` : `wrong ${line}\n`;
      };
    });
    const mapper = String.raw`
inputs: { begin: begin, ack: 'ack {{number + 1}}' }
values: { number: { text: '(?:number=|right )(\d+)', otherwise: '6' } }
outputs: ['^(right)', '^(wrong.*)', { text: '^number', output: begun }]`;
    expect(await outputs(server, mapper, "ack begin ack ack begin ack")).toEqual([
      "wrong ack 7",
      "begun",
      "right",
      "right",
      "begun",
      "right",
    ]);
  });

  it("has names that no other word has, and numbers of inputs", async () => {
    await using server = await lineServer(() => (line) => `${line}\n`);
    const mapper = "inputs: { name: '{{run}}', step: '{{step}}' }";
    const words = await ask(server.url, mapper, ["name step name step", "name step name step"]);
    for (const [name, second, again, fourth] of words)
      expect([name, second, fourth]).toEqual([again, "2", "4"]);
    expect(words[0][0]).toMatch(/^[\da-z]{9}$/u);
    expect(words[0][0]).not.toBe(words[1][0]);
  });

  it("speaks in bytes, too", async () => {
    await using server = await tcpServer((socket) => {
      socket.on("data", (bytes: Buffer) =>
        socket.write(Buffer.from([0x50, bytes.length, ...bytes.subarray(-2), 0xff])),
      );
    });
    const mapper = String.raw`
until: { hex: 'ff$' }
inputs:
  first: { hex: '01 02 be ef' }
  back: { hex: '62 {{packet}}' }
  next: { hex: '62 {{packet + 1}}' }
values: { packet: { hex: '^50 .. (.. ..)' } }
outputs:
  - { hex: '^50 04 (.*) ff', output: 'first {{1}}' }
  - { hex: '^50 .. (.*) FF' }`;
    const { outputs, events } = await tried(server, mapper, "first back next");
    expect(outputs).toEqual(["first beef", "beef", "bef0"]);
    const sent = events
      .filter(({ kind }) => kind === "sent")
      .map(({ bytes }) => Buffer.from(bytes ?? []).toString("hex"));
    expect(sent).toEqual(["0102beef", "62beef", "62bef0"]);
  });

  it("answers in its own words where no pattern fits, in hex where they are none", async () => {
    await using server = await lineServer(
      () => (line) => (line === "x" ? " 1 two\r\n 3 \r\n" : "\u0000\u0001\n"),
    );
    const lines = "\nuntil: 3 \ninputs: { a: x }";
    expect(await outputs(server, lines, "a")).toEqual(["1 two / 3"]);
    expect(await outputs(server, "inputs: { b: y }", "b")).toEqual(["00010a"]);
  });

  it("is waited for as the file says", async () => {
    await using server = await lineServer(() => (line, socket) => {
      if (line === "parts") {
        socket.write("one");
        setTimeout(() => socket.write(" two\n"), 20);
      }
      if (line === "late") setTimeout(() => socket.write("late\n"), 150);
      return line === "echo" ? "echo\n" : undefined;
    });
    const inputs = `
inputs:
  parts: parts
  none: { text: silence, timeout: 50ms }
  echo: echo
  dumb: { text: silence, silent: true }
  late: { text: late, timeout: 2s }
  short: { text: parts, until: one }
  listen: { timeout: 50ms }`;
    expect(await outputs(server, inputs, "parts none echo dumb echo late listen echo")).toEqual([
      "one two",
      "timeout",
      "echo",
      "sent",
      "echo",
      "late",
      "timeout",
      "echo",
    ]);
    // What comes later belongs to the next reply.
    expect(await outputs(server, inputs, "short listen")).toEqual(["one", "two"]);
    // Without until, a reply is over after a pause.
    const quiet = inputs.replace("text: parts, until: one", "text: parts, until: '^never', timeout: 200ms");
    expect(await outputs(server, quiet, "short")).toEqual(["one two"]);
  });

  it("ends a reply by a pause unless a pattern does", async () => {
    await using server = await lineServer(() => (_line, socket) => {
      socket.write("one ");
      setTimeout(() => socket.write("two "), 20);
      return undefined;
    });
    const read = async (quiet: string) => {
      const mapper = await readMapper(`mapper: tcp\nending: \\n\nquiet: ${quiet}\ninputs: { a: a }`);
      return (await tryWord({ url: server.url, mapper }, "a")).outputs;
    };
    expect(await read("5ms")).toEqual(["one"]);
    expect(await read("200ms")).toEqual(["one two"]);
  });

  it("is closed for good once it has closed the connection", async () => {
    await using server = await lineServer(() => (line, socket) => {
      if (line === "quit") socket.end("bye\n");
      if (line === "drop") socket.resetAndDestroy();
      return line === "echo" || line === "over" ? `${line}\n` : undefined;
    });
    const mapper = `
closed: ^over
inputs: { quit: quit, drop: drop, echo: echo, over: over, close: { close: true } }`;
    expect(await outputs(server, mapper, "echo quit echo echo")).toEqual(["echo", "bye", "closed", "closed"]);
    expect(await outputs(server, mapper, "drop echo")).toEqual(["closed", "closed"]);
    expect(await outputs(server, mapper, "over echo")).toEqual(["over", "closed"]);
    expect(await outputs(server, mapper, "echo close echo")).toEqual(["echo", "closed", "closed"]);
  });

  it("takes the steps of the reset before each word", async () => {
    let stored = 0;
    await using server = await tcpServer((socket) => {
      socket.write("220 hello\r\n");
      socket.on("data", (bytes: Buffer) => {
        const line = bytes.toString().trim();
        if (line === "clear") stored = 0;
        if (line === "add") stored++;
        socket.write(line === "nonce" ? "nonce=7\n" : `${line} ${stored}\n`);
      });
    });
    const mapper = String.raw`
inputs: { add: add, tell: 'tell {{nonce}}' }
values: { nonce: 'nonce=(\d+)' }
reset:
  - greeting: ^220 hello$
  - pause: 1ms
  - send: clear
    expect: ^clear 0$
  - send: nonce
  - run: [test, -n, '{{run}}']
  - run: test "$((1+1))" = 2`;
    const words = await ask(server.url, mapper, ["add add tell", "add"]);
    expect(words).toEqual([["add 1", "add 2", "tell 7 2"], ["add 1"]]);
  });

  it.each([
    ["reset: { greeting: ^220 }", 'the reset failed: expected a reply that fits "^220", got "110 no"'],
    ["reset: { send: x, expect: ok }", 'the reset failed: expected a reply that fits "ok", got "110 no"'],
    [
      "reset: { run: 'echo sorry >&2; exit 3' }",
      'the reset failed: the command "/bin/sh -c echo sorry >&2; exit 3": exit code 3: sorry',
    ],
    [
      "reset: { run: [no-such-program] }",
      'the reset failed: the command "no-such-program": spawn no-such-program ENOENT',
    ],
    ["\ntimeout: 50ms\nreset: [{ greeting: true }, { greeting: true }]\ninputs: { a: a }", undefined],
    [
      "\ntimeout: 50ms\nreset: [{ greeting: true }, { greeting: ^x }]\ninputs: { a: a }",
      "the reset failed: no reply within 0.05 s",
    ],
  ])("says why a reset fails: %s", async (reset, message) => {
    await using server = await tcpServer((socket) => void socket.write("110 no\n"));
    const mapper = reset.includes("inputs:") ? reset : `inputs: { a: a }\n${reset}`;
    const run = outputs(server, mapper, "");
    if (message === undefined) expect(await run).toEqual([]);
    else await expect(run).rejects.toThrow(message);
  });

  it("is no longer read when it never stops", async () => {
    await using server = await tcpServer((socket) => {
      socket.once("data", () => socket.write(Buffer.alloc(2 ** 21, 0x61)));
    });
    await expect(outputs(server, "inputs: { a: a }", "a")).rejects.toThrow(
      /the server sent \d+ bytes for one input/u,
    );
  });

  it("needs an environment variable that the file names", async () => {
    await using server = await lineServer(() => (line) => `${line}\n`);
    process.env["MAPPED_TEST_SECRET"] = "open sesame";
    expect(await outputs(server, "inputs: { a: '{{env.MAPPED_TEST_SECRET}}' }", "a")).toEqual([
      "open sesame",
    ]);
    delete process.env["MAPPED_TEST_SECRET"];
    await expect(outputs(server, "inputs: { a: '{{env.MAPPED_TEST_SECRET}}' }", "a")).rejects.toThrow(
      "the mapper needs the environment variable MAPPED_TEST_SECRET, which is not set",
    );
  });

  it("is waited for when it goes away, once it was there", async () => {
    const server = await lineServer(COUNTER);
    const notices: string[] = [];
    const report = (notice: string) => notices.push(notice);
    const mapper = await mapperOf("inputs: { a: x }");
    const box = await openMapped({ url: server.url, mapper, report });
    const word = box.alphabet.parse("a a");
    await box.weigh([word]);
    await server.stop();
    const answer = box.weigh([word]);
    await expect.poll(() => notices.length).toBeGreaterThan(0);
    await using again = await lineServer(COUNTER, server.port);
    expect(outputsIn((await answer)[0])).toEqual(["1", "2"]);
    expect(again.port).toBe(server.port);
    expect(notices[0]).toMatch(/^the server: connect ECONNREFUSED .*; trying again in 0.2 s$/u);
    await box.close();
    await server.stop();
    await expect(ask(server.url.replace(/\d+$/u, "1"), "inputs: { a: x }", ["a"])).rejects.toThrow(
      "tcp://127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1",
    );
  });

  it("ends with the signal", async () => {
    await using server = await lineServer(() => () => undefined);
    const mapper = await mapperOf("\ntimeout: 60s\ninputs: { a: x }");
    const box = await openMapped({ url: server.url, mapper });
    const end = new AbortController();
    const answer = box.weigh([box.alphabet.parse("a a")], {
      signal: end.signal,
    });
    setTimeout(() => end.abort(), 50);
    await expect(answer).rejects.toThrow(/cancelled|stopped/u);
    await box.close();
  });

  it.each([
    [
      "http://localhost",
      'the mapper is for tcp, and "http://localhost" is not: expected tcp://host:25 or tls://host:465',
    ],
    ["tcp://localhost", '"tcp://localhost": expected tcp://host:25 or tls://host:465'],
    ["tcp://localhost:25/path", '"tcp://localhost:25/path": expected tcp://host:25 or tls://host:465'],
    [
      "tcp://ada:secret@localhost:25",
      '"...@localhost:25": expected tcp://host:25 or tls://host:465 and nothing else',
    ],
    ["udp://localhost:25", '"udp://localhost:25" is no address of a server'],
  ])("has an address: %s is refused", async (url, message) => {
    await expect(ask(url, "inputs: { a: x }", [])).rejects.toThrow(message);
  });
});

describe("a server that does not answer the same twice", () => {
  it("is met at once, with the two outputs and what usually causes it", async () => {
    await using server = await lineServer(
      (connection) => (line) => (line === "visits" ? `visit ${connection}\n` : "ok\n"),
    );
    const mapper = "inputs: { ok: ok, visits: visits }";
    const learned = ask(server.url, mapper, ["ok visits"], { twice: 1 });
    await expect(learned).rejects.toThrow(
      'the server does not answer the same twice: after "ok", the input "visits" gave "visit 1", and, when the same word was run ' +
        'again, "visit 2"; usual causes: a reply that holds something new each time, such as a date or a session id, and no pattern in ' +
        "outputs that leaves it out; state that outlives the reset, such as",
    );
    expect(await ask(server.url, mapper, ["ok visits"])).toEqual([["ok", "visit 3"]]);
  });

  it("may be too slow", async () => {
    await using server = await lineServer((connection) => (_line, socket) => {
      setTimeout(() => socket.write("ok\n"), connection === 1 ? 0 : 400);
      return undefined;
    });
    await expect(ask(server.url, "\ntimeout: 150ms\ninputs: { a: x }", ["a"], { twice: 1 })).rejects.toThrow(
      'at the beginning, the input "a" gave "ok", and, when the same word was run again, "timeout"; usual causes: a reply that comes later than timeout',
    );
  });

  it("may have a reply that was cut in two", async () => {
    await using server = await lineServer((connection) => (_line, socket) => {
      if (connection === 1) setTimeout(() => socket.write("two\n"), 10);
      return "one\n";
    });
    const mapper = "inputs: { a: x }\noutputs: ['(.*)']\nreset: [{ send: x }, { pause: 150ms }]";
    await expect(ask(server.url, mapper, ["a"], { twice: 1 })).rejects.toThrow(
      /gave "two", .* "one"; usual causes: a reply that is cut in two \(once more bytes came/u,
    );
  });
});
