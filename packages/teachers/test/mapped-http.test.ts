/** Servers of HTTP, spoken to by a mapper file. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { readMapper } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { CookieJar } from "../src/mapped/cookies.ts";
import { httpServer } from "./support/talking-server.ts";
import { tryWord } from "./support/try-word.ts";

const tried = async (url: string, mapper: string, word: string) =>
  tryWord({ url, mapper: await readMapper(`mapper: http\n${mapper}`) }, word);

const outputs = async (...of: Parameters<typeof tried>) => (await tried(...of)).outputs;

/** Answers with what was asked. */
function echo(request: IncomingMessage, body: string, response: ServerResponse): void {
  const { "content-type": type = "none", cookie = "none", "x-key": key = "none" } = request.headers;
  response.end([request.method, request.url, type, cookie, key, body].join(" | "));
}

describe("a server of HTTP", () => {
  it("gets the requests of the file", async () => {
    await using server = await httpServer(echo);
    const mapper = String.raw`
headers: { X-Key: secret }
inputs:
  short: GET /a?b=c
  query: { path: '/a?b=c', query: { d: 'e f', n: 1 } }
  form: { path: /form, form: { name: 'Ada & Grace', empty: } }
  json: { method: put, path: /json, json: { n: 1, on: true, none: null, list: [a, '{{step}}'], text: x } }
  body: { method: POST, path: /raw, headers: { content-type: text/csv, x-key: own }, body: 'a,b\r\n' }
outputs: ['(?<all>[^]*)']`;
    const asked = await outputs(server.url, mapper, "short query form json body");
    expect(asked).toEqual([
      "GET | /a?b=c | none | none | secret | ",
      "GET | /a?b=c&d=e+f&n=1 | none | none | secret | ",
      "POST | /form | application/x-www-form-urlencoded | none | secret | name=Ada+%26+Grace&empty=",
      'PUT | /json | application/json | none | secret | {"n":1,"on":true,"none":null,"list":["a","4"],"text":"x"}',
      "POST | /raw | text/csv | none | own | a,b",
    ]);
  });

  it("is asked below its path", async () => {
    await using server = await httpServer(echo);
    expect(
      await outputs(`${server.url}/app/`, "inputs: { a: GET /x }\noutputs: ['^[^|]*. ([^ ]*)']", "a"),
    ).toEqual(["/app/x"]);
  });

  it("becomes outputs by status, headers and body", async () => {
    await using server = await httpServer((request, _body, response) => {
      const [, status, location] = request.url?.split("/") ?? [];
      response.writeHead(Number(status), location === undefined ? {} : { location: `/${location}` });
      response.end(`<h1>page ${status}</h1>`);
    });
    const inputs =
      "inputs: { ok: GET /200, made: GET /201, away: GET /302/home, gone: GET /410, bad: GET /500 }";
    const rules = `
outputs:
  - { status: 200, body: '<h1>(.*)</h1>' }
  - { status: 3xx, headers: { Location: '/(\\w+)' }, output: 'to {{1}} by {{status}}' }
  - { status: '^(410|404)$' }
  - { status: 5xx, output: broken }`;
    const word = "ok made away gone bad";
    expect(await outputs(server.url, inputs + rules, word)).toEqual([
      "page 200",
      "201",
      "to home by 302",
      "410",
      "broken",
    ]);
    expect(await outputs(server.url, inputs, word)).toEqual(["200", "201", "302 /home", "410", "500"]);
  });

  it("has its cookies back, unless the file says no, and gives new ones to each word", async () => {
    let visitors = 0;
    await using server = await httpServer((request, _body, response) => {
      if (request.headers.cookie === undefined)
        response.setHeader("set-cookie", [`visitor=${++visitors}; HttpOnly`, "b=2; Path=/deep"]);
      response.end(request.headers.cookie ?? "nobody");
    });
    const mapper = "inputs: { a: GET /, deep: GET /deep/er }\noutputs: ['(.*)']";
    expect(await outputs(server.url, mapper, "a a deep")).toEqual(["nobody", "visitor=1", "b=2; visitor=1"]);
    expect(await outputs(server.url, mapper, "a a")).toEqual(["nobody", "visitor=2"]);
    expect(await outputs(server.url, `${mapper}\ncookies: false`, "a a")).toEqual(["nobody", "nobody"]);
  });

  it("gets back the tokens of its pages", async () => {
    let token = 0;
    await using server = await httpServer((request, body, response) => {
      const isRight = body === `token=t${token}`;
      if (request.method === "GET") response.setHeader("x-token", `t${++token}`);
      response.writeHead(request.method === "GET" || isRight ? 200 : 403).end();
    });
    const mapper = `
inputs: { form: GET /, send: { path: /, form: { token: '{{token}}' } } }
values: { token: { header: { X-Token: '.*' }, otherwise: none } }`;
    expect(await outputs(server.url, mapper, "send form send form send")).toEqual([
      "403",
      "200",
      "200",
      "200",
      "200",
    ]);
  });

  it("is followed where it leads, on itself only", async () => {
    await using server = await httpServer((request, body, response) => {
      const to: Record<string, [number, string]> = {
        "/one": [302, "two"],
        "/two": [303, "/three?x=y"],
        "/keep": [307, "/three"],
        "/away": [302, "http://127.0.0.1:1/"],
        "/round": [302, "/round"],
      };
      const [status, location] = to[request.url ?? ""] ?? [200, undefined];
      response
        .writeHead(status, location === undefined ? {} : { location })
        .end(`${request.method} ${request.url} ${body}`);
    });
    const mapper = `
follow: true
inputs: { one: { path: /one, body: hello }, keep: { path: /keep, body: hello }, away: GET /away, round: GET /round }
outputs: [{ status: 200, body: '(.*)' }]`;
    expect(await outputs(server.url, mapper, "one keep away round")).toEqual([
      "GET /three?x=y ",
      "POST /three hello",
      "302 http://127.0.0.1:1/",
      "302 /round",
    ]);
  });

  it("may be silent, or hang up", async () => {
    await using server = await httpServer((request, _body, response) => {
      if (request.url === "/drop") request.socket.destroy();
      if (request.url === "/half") {
        response.writeHead(200, { "content-length": 10 }).write("five.");
        setTimeout(() => request.socket.destroy(), 20);
      }
      if (request.url === "/ok") response.end("fine");
    });
    const mapper =
      "inputs: { ok: GET /ok, silent: { path: /silent, timeout: 50ms }, drop: GET /drop, half: GET /half }";
    expect(await outputs(server.url, mapper, "ok silent ok drop half ok")).toEqual([
      "200",
      "timeout",
      "200",
      "closed",
      "closed",
      "200",
    ]);
  });

  it("may close a connection between two requests", async () => {
    await using server = await httpServer((request, _body, response) => {
      response.end("fine", () => setImmediate(() => request.socket.destroy()));
    });
    const word = Array.from({ length: 20 }, () => "a").join(" ");
    expect(await outputs(server.url, "inputs: { a: GET / }", word)).toEqual(word.split(" ").map(() => "200"));
  });

  it("is reset by requests that have to succeed", async () => {
    let items = 0;
    await using server = await httpServer((request, _body, response) => {
      if (request.url === "/clear") items = 0;
      else items++;
      response
        .writeHead(request.url === "/clear" ? 204 : 200)
        .end(request.url === "/clear" ? "" : `${items} items`);
    });
    const mapper = (expected: string) => `
inputs: { add: GET /add }
outputs: ['(\\d+)']
reset: [{ request: POST /clear, expect: ${expected} }]`;
    expect(await outputs(server.url, mapper("204"), "add add")).toEqual(["1", "2"]);
    expect(await outputs(server.url, mapper("{ status: 2xx }"), "add")).toEqual(["1"]);
    await expect(outputs(server.url, mapper("{ body: done }"), "add")).rejects.toThrow(
      'the reset failed: expected a reply that fits "done", got "" with the status 204',
    );
  });

  it("tells every byte of it", async () => {
    await using server = await httpServer((_request, _body, response) => response.end("hello"));
    const { events } = await tried(server.url, "inputs: { a: { path: /, body: x } }", "a a");
    expect(events.map(({ kind }) => kind)).toEqual([
      "input",
      "connected",
      "sent",
      "sent",
      "received",
      "output",
      "input",
      "sent",
      "sent",
      "received",
      "output",
    ]);
    const text = events.map(({ bytes }) => Buffer.from(bytes ?? []).toString());
    expect(text[2]).toMatch(/^POST \/ HTTP\/1\.1\r\n[^]*\r\n\r\n$/u);
    expect(text[3]).toBe("x");
    expect(text[4]).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*hello/u);
  });

  it("has to be there", async () => {
    await expect(outputs("http://127.0.0.1:1", "inputs: { a: GET / }", "a")).rejects.toThrow(
      "http://127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1",
    );
    await using server = await httpServer(echo);
    await expect(outputs(server.url.replace("http", "https"), "inputs: { a: GET / }", "a")).rejects.toThrow(
      /cannot be reached: it does not speak TLS: tcp:\/\/ or http:\/\/ may be right$/u,
    );
  });
});

describe("cookies", () => {
  const jar = (...headers: string[]) => {
    const cookies = new CookieJar();
    for (const header of headers) cookies.take(header, "/shop/cart?x=/y/z");
    return cookies;
  };

  it.each([
    [["a=1"], "/shop/other", "a=1"],
    [["a=1"], "/shop", "a=1"],
    [["a=1"], "/shopping", undefined],
    [["a=1"], "/", undefined],
    [["a=1; Path=/"], "/", "a=1"],
    [["a=1; path=/", "a=2; PATH=/"], "/", "a=2"],
    [["a=1; Path=/", "a=2; Path=/shop"], "/shop/x", "a=2; a=1"],
    [["a=1; Path=/", "b=x=y; Path=/"], "/", "a=1; b=x=y"],
    [["a=1; Path=/", "a=; Path=/; Max-Age=0"], "/", undefined],
    [["a=1; Path=/", "a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "/", undefined],
    [["a=1; Path=/; Expires=Thu, 01 Jan 2970 00:00:00 GMT"], "/", "a=1"],
    [["a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "/", "a=1"],
    [["a=1; Path=/; Secure"], "/", undefined],
    [["=1", "nothing"], "/shop", undefined],
  ])("%j, asked at %s", (headers, path, sent) => {
    expect(jar(...headers).header(path, false)).toBe(sent);
  });

  it("that are secure go over TLS only", () => {
    expect(jar("a=1; Secure").header("/shop", true)).toBe("a=1");
  });
});
