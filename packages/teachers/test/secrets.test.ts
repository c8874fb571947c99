/** Tokens and passwords: no message holds them, however a server repeats them. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { messageOf, shortened } from "@hankel/core";
import { openFleet, openOpenAi, openUrl } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { processorTime } from "../../core/test/support/processor-time.ts";
import { warnUnencrypted } from "../src/http/http-client.ts";
import { Secrets, secretsOf } from "../src/http/secrets.ts";
import { LineCutter } from "../src/wire/lines.ts";

const TOKEN = 'tok/en+17"&x=y';

describe("redacting", () => {
  const encoded = [
    TOKEN,
    encodeURIComponent(TOKEN),
    encodeURIComponent(TOKEN).toLowerCase(),
    Buffer.from(TOKEN).toString("base64"),
    Buffer.from(TOKEN).toString("base64url"),
    JSON.stringify(TOKEN),
  ];

  it.each(encoded)("masks a secret in each of its forms: %s", (form) => {
    const redacted = new Secrets([TOKEN]).redact(`before ${form} between ${form} behind`);
    expect(redacted).toMatch(/^before "?\[secret\]"? between "?\[secret\]"? behind$/u);
  });

  it("masks the base64 of a secret within that of more, whatever stands around it", () => {
    const secret = "sk-proj-0123456789abcdef";
    for (const before of ["", "B", "Be", "Bearer ", "user:", '{"authorization":"Bearer ']) {
      for (const behind of ["", "x", "xy", '"}']) {
        for (const form of ["base64", "base64url"] as const) {
          const text = Buffer.from(before + secret + behind).toString(form);
          const redacted = new Secrets([secret]).redact(`it says ${text}.`);
          expect(redacted, text).toContain("[secret]");
          // At most a digit at either end depends on the secret and on what stands there.
          const left = Buffer.from(redacted.replace("it says ", "").replace(/\[secret\].*/u, ""), "base64");
          expect(left.toString(), text).toBe(before.slice(0, left.length));
        }
      }
    }
  });

  it.each([
    ["PHP", String.raw`tok\/en+17\"&x=y`],
    ["Go", String.raw`tok/en+17\"\u0026x=y`],
    ["JSON in JSON", String.raw`tok/en+17\\\"&x=y`],
    ["HTML", "tok/en+17&quot;&amp;x=y"],
    ["HTML, by numbers", "tok&#47;en&#43;17&#x22;&#38;x=y"],
    ["HTML in HTML", "tok/en+17&amp;quot;&amp;amp;x=y"],
    ["an address, half of it", "tok/en%2B17%22&x=y"],
  ])("masks a secret as %s writes it", (_writer, form) => {
    expect(new Secrets([TOKEN]).redact(`&lt; ${form} %41`)).toBe("&lt; [secret] %41");
  });

  it("masks what a shorter secret overlaps once, and two that follow one another twice", () => {
    const secrets = new Secrets(["abcdef", "defghi"]);
    expect(secrets.redact("abcdefghi")).toBe("[secret]");
    expect(secrets.redact("abcdefdefghi")).toBe("[secret][secret]");
  });

  it("takes no time for texts that are full of escapes", () => {
    const started = processorTime();
    for (const text of ["\\".repeat(100_000), "&amp;".repeat(30_000), "%".repeat(100_000)]) {
      expect(new Secrets([TOKEN]).redact(text)).toBe(text);
    }
    expect(processorTime() - started).toBeLessThan(20_000);
  });

  it("masks the beginning of a secret that was cut", () => {
    const secrets = new Secrets(["abcdefghijklmnop"]);
    expect(secrets.redact("it says abcdefghij... and more")).toBe("it says [secret]... and more");
    expect(secrets.redact("abc... is too short to be one, ... and abcdefghijklmno...")).toBe(
      "abc... is too short to be one, ... and [secret]...",
    );
  });

  it("masks it wherever it was cut, by a message or by the limit of a line, also within an escape", () => {
    const secret = 'Bear+abc"defg/h&ijkl';
    const secrets = new Secrets([secret]);
    const forms = [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      secret.replaceAll("+", String.raw`\u002b`),
      secret.replaceAll("&", "&amp;").replaceAll("/", "&#x2f;"),
    ];
    for (const form of forms) {
      const text = `it is ${form}, it says, and so on and so forth`;
      for (let most = 10; most < text.length; most++) {
        const lines: string[] = [];
        new LineCutter((line) => lines.push(line), { longest: most, shorten: true }).push(text);
        for (const cut of [shortened(text, most), ...lines]) {
          const left = secrets.redact(cut).replace(/^it is "?/u, "");
          expect(left, cut).not.toMatch(/^Bear/u);
        }
      }
    }
  });

  it("knows what an address holds", () => {
    const secrets = secretsOf(new URL("https://me:pass%40word@host/box?key=parameter"), undefined);
    const login = Buffer.from("me:pass@word").toString("base64");
    for (const secret of ["pass@word", "pass%40word", "parameter", login]) {
      expect(secrets.redact(`<${secret}>`)).toBe("<[secret]>");
    }
    expect(secrets.redact("me, host, box, key")).toBe("me, host, box, key");
    expect(new Secrets([undefined, "", "abc"]).redact("abc")).toBe("abc");
  });
});

/** A server that repeats what it was sent, in one of many ways, for as long as `use` runs. */
async function echoing<T>(
  reply: (authorization: string, asked: { readonly id?: number }) => [number, string],
  use: (port: number) => Promise<T>,
): Promise<T> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const asked = (body === "" ? {} : JSON.parse(body)) as { readonly id?: number };
    const [status, answer] = reply(request.headers.authorization ?? "", asked);
    response.writeHead(status).end(answer);
  });
  // However long a connection is idle, it stays open.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const hello = (changes: object = {}) =>
  JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a"], ...changes });

describe("a server that repeats the token", () => {
  const secret = "sk-0123456789abcdef0123456789abcdef0123456789abcdef";

  it.each<[string, (authorization: string, asked: { readonly id?: number }) => [number, string]]>([
    ["in a refusal", (sent) => [401, `what is ${sent}?`]],
    ["in a long refusal", (sent) => [401, `${"x".repeat(30)}${sent}`]],
    ["as no JSON", (sent) => [200, `what is ${sent}?`]],
    ["as its semifield", (sent) => [200, hello({ semifield: sent })]],
    ["as its version", (sent) => [200, hello({ hankel: sent })]],
    ["in an error", (sent, { id }) => [200, id === undefined ? hello() : `{"id":${id},"error":"${sent}"}`]],
    [
      "in a weight",
      (sent, { id }) => [200, id === undefined ? hello() : `{"id":${id},"weights":["${sent}"]}`],
    ],
    ["as an id", (sent, { id }) => [200, id === undefined ? hello() : `{"id":"${sent}","weights":["1"]}`]],
  ])("%s", async (_where, reply) => {
    await echoing(reply, async (port) => {
      const notices: string[] = [];
      const report = (notice: string) => notices.push(notice);
      const url = `http://127.0.0.1:${port}/`;
      const ask = async () => {
        const box = await openUrl({ url, token: secret, report, workers: 1 });
        return box.weigh([[0]]).finally(() => box.close());
      };
      const told = messageOf(await ask().catch((error: unknown) => error));
      expect(told).toContain("[secret]");
      expect(told + notices.join("")).not.toContain(secret.slice(0, 10));
    });
  });

  it("is an error without the token in its cause", async () => {
    await echoing(
      (sent) => [200, hello({ semifield: sent })],
      async (port) => {
        const url = `http://127.0.0.1:${port}/`;
        const error: unknown = await openUrl({ url, token: secret }).catch((thrown: unknown) => thrown);
        expect(inspect(error, { depth: 10 })).not.toContain(secret.slice(0, 10));
      },
    );
  });

  it("is overloaded: what it says is reported without the token", async () => {
    let busy = true;
    const reply = (sent: string): [number, string] => {
      if (!busy) return [200, hello()];
      busy = false;
      return [503, `not now, ${sent}`];
    };
    await echoing(reply, async (port) => {
      const notices: string[] = [];
      const box = await openUrl({
        url: `http://127.0.0.1:${port}/`,
        token: secret,
        report: (notice) => notices.push(notice),
      });
      await box.close();
      expect(notices).toHaveLength(1);
      expect(notices[0]).toContain("not now, Bearer [secret]");
    });
  });

  it("completes texts", async () => {
    const refusal = (sent: string) => JSON.stringify({ error: { message: `no model for ${sent}` } });
    await echoing(
      (sent) => [404, refusal(sent)],
      async (port) => {
        const url = `http://127.0.0.1:${port}/`;
        const opening = openOpenAi({ url, token: secret, alphabet: ["a"] });
        await expect(opening).rejects.toThrow(
          /failed on the prompt alone: status 404: no model for Bearer \[secret\]/u,
        );
      },
    );
  });
});

describe("an address that cannot be read", () => {
  it.each([
    "htp://me:hidden@host/",
    "me:hidden@host",
    "http//me:p@hidden@host/?key=hidden",
    "http://me:hidden",
    "me:hidden/1",
    "htp://host/#hidden",
  ])("is shown without secrets: %s", async (url) => {
    const told = messageOf(await openUrl({ url }).catch((error: unknown) => error));
    expect(told).toMatch(/, not "(?:\.\.\.@host|(?:http:\/\/)?me:\.\.\."|htp:\/\/host\/#\.\.\.")/u);
    expect(told).not.toMatch(/hidden/u);
    const fleet = messageOf(await openFleet({ fleet: url, name: "x" }).catch((error: unknown) => error));
    expect(fleet).not.toMatch(/hidden/u);
  });
});

describe("a token", () => {
  it.each(["abc\n", "a b", "tök€n", "abc\u0000"])(
    "that cannot be sent is refused at once: %j",
    async (token) => {
      const opening = openUrl({ url: "http://127.0.0.1:9/", token });
      await expect(opening).rejects.toMatchObject({
        code: "usage",
        message: expect.stringMatching(
          /^the token holds the character U\+(?:000A|0020|20AC|0000), which cannot be sent/u,
        ),
      });
    },
  );

  it("or password without encryption is warned about, unless it stays on this machine", () => {
    const warned = (url: string, token?: string) => {
      const notices: string[] = [];
      warnUnencrypted(new URL(url), token, (notice) => notices.push(notice));
      return notices.join("");
    };
    expect(warned("http://example.org/", TOKEN)).toMatch(
      /^the token is sent to example\.org without encryption/u,
    );
    expect(warned("http://me:password@10.0.0.1/")).toMatch(/^the password is sent to 10\.0\.0\.1 without/u);
    const silent = [
      "http://localhost/",
      "http://box.localhost:1/",
      "http://127.1.2.3/",
      "http://[::1]/",
      "https://example.org/",
    ];
    for (const url of silent) expect(warned(url, TOKEN)).toBe("");
    expect(warned("http://example.org/")).toBe("");
    expect(warned("http://localhost.example.org/", TOKEN)).not.toBe("");
  });
});
