/** Real servers on the loopback interface: busy, broken, or protected by a token. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type HttpBoxOptions, openUrl } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { httpClient } from "../src/http/http-client.ts";
import { expectedWeight } from "./support/boxes.ts";
import { heldClock } from "./support/held-clock.ts";

type Misbehave = (request: IncomingMessage, response: ServerResponse, count: number) => boolean;

/** A server that counts a's, for as long as `use` runs. */
async function serving<T>(
  misbehave: Misbehave,
  use: (url: string, seen: { requests: number; connections: number; largest: number }) => Promise<T>,
): Promise<T> {
  const seen = { requests: 0, connections: 0, largest: 0 };
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request)) as { id: number; weigh?: string[][] };
    if (asked.weigh === undefined) {
      response.end(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"] }));
      return;
    }
    seen.requests++;
    seen.largest = Math.max(seen.largest, asked.weigh.length);
    if (misbehave(request, response, seen.requests)) return;
    const weights = asked.weigh.map((word) => 2 ** word.filter((symbol) => symbol === "a").length);
    response.end(JSON.stringify({ id: asked.id, weights }));
  });
  // However long a connection is idle, it stays open.
  server.keepAliveTimeout = 0;
  server.on("connection", () => seen.connections++);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/box`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const asked = Array.from({ length: 200 }, (_, i) =>
  Array.from({ length: i % 9 }, (_letter, j) => (i >> j) & 1),
);

async function ask(url: string, options: Partial<HttpBoxOptions> = {}) {
  const notices: string[] = [];
  const box = await openUrl({ url, report: (notice) => notices.push(notice), ...options });
  try {
    return { weights: await box.weigh(asked), notices };
  } finally {
    await box.close();
  }
}

const never: Misbehave = () => false;
const expected = asked.map(expectedWeight);

describe("a server", () => {
  it("answers in order over a few connections that stay open", async () => {
    await serving(never, async (url, seen) => {
      expect((await ask(url, { workers: 3, batch: 7 })).weights).toEqual(expected);
      expect(seen.requests).toBeGreaterThan(20);
      expect(seen.largest).toBeLessThanOrEqual(7);
      expect(seen.connections).toBeLessThanOrEqual(3);
    });
  });

  it("is asked again after 429 with Retry-After, 503 or a broken connection", async () => {
    const busy: Misbehave = (request, response, count) => {
      if (count === 2) response.writeHead(429, { "retry-after": "0" }).end("slow down");
      else if (count === 4) response.writeHead(503).end();
      else if (count === 6) request.socket.destroy();
      else if (count === 8)
        response.writeHead(200, { "content-length": "1000" }).write("{", () => request.socket.destroy());
      else return false;
      return true;
    };
    await serving(busy, async (url) => {
      const { weights, notices } = await ask(url, { workers: 2, batch: 20 });
      expect(weights).toEqual(expected);
      expect(notices.join("\n")).toMatch(/status 429 \("slow down"\); trying again/u);
      expect(notices.join("\n")).toMatch(/status 503/u);
      expect(notices.length).toBe(4);
    });
  });

  it("that sends its answer too slowly is an error", async () => {
    using clock = heldClock();
    const mute: Misbehave = (_request, _response, count) => {
      if (count === 1) clock.pass(30_000);
      return count === 1;
    };
    await serving(mute, async (url) => {
      const notices: string[] = [];
      const report = (notice: string) => {
        notices.push(notice);
        // The pause before it is asked again.
        setImmediate(() => clock.pass(10_000));
      };
      expect((await ask(url, { timeout: 30, workers: 1, report })).weights).toEqual(expected);
      expect(notices).toHaveLength(1);
      expect(notices[0]).toMatch(/no answer within 30 s/u);
    });
  });

  it.each([
    [404, /failed on .*: status 404 \("not here"\)/u],
    [401, /status 401/u],
    [301, /status 301/u],
  ])("with status %d is an error at once", async (status, message) => {
    const refuse: Misbehave = (_request, response) => {
      response.writeHead(status).end("not here");
      return true;
    };
    await serving(refuse, async (url, seen) => {
      await expect(ask(url, { workers: 1 })).rejects.toThrow(message);
      expect(seen.requests).toBe(1);
    });
  });

  it("that switches to another protocol is asked again, since no answer will come", async () => {
    const switching: Misbehave = (request, _response, count) => {
      if (count !== 1) return false;
      request.socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
      return true;
    };
    await serving(switching, async (url) => {
      const { weights, notices } = await ask(url, { workers: 1 });
      expect(weights).toEqual(expected);
      expect(notices.join("")).toContain("the connection closed before an answer came");
    });
  });

  it("with a Retry-After of a day is an error", async () => {
    const tired: Misbehave = (_request, response) => {
      response.writeHead(429, { "retry-after": "86400" }).end();
      return true;
    };
    await serving(tired, async (url) => {
      // It is not the fault of a word.
      await expect(ask(url, { workers: 1 })).rejects.toThrow(
        /^the server asks to wait 86400 seconds before the next request \(Retry-After\), longer than the 600 that are waited/u,
      );
    });
  });

  it("with an answer that is not JSON is an error that names the word", async () => {
    const nonsense: Misbehave = (_request, response) => {
      response.end("<html>");
      return true;
    };
    await serving(nonsense, async (url) => {
      await expect(ask(url, { workers: 1 })).rejects.toThrow(
        /failed on ε: expected a line of JSON, got "<html>"/u,
      );
    });
  });

  it.each([
    ['{"id":17,"weights":[1]}', "got a reply with the id 17"],
    ['{"id":"1","weights":[1]}', 'got a reply with the id "1"'],
    ['{"id":{"toString":1},"weights":[1]}', 'got a reply with the id {"toString":1}'],
    ['{"weights":[1]}', "got a reply with no id"],
  ])("with the reply to another request is an error: %s", async (reply, message) => {
    const muddled: Misbehave = (_request, response) => {
      response.end(reply);
      return true;
    };
    await serving(muddled, async (url) => {
      const box = await openUrl({ url, workers: 1 });
      await expect(box.weigh([[]])).rejects.toThrow(message);
      await box.close();
    });
  });

  it("with an endless refusal is an error at once", async () => {
    const endless: Misbehave = (_request, response) => {
      response.writeHead(404);
      const pour = () => {
        while (!response.destroyed && response.write("no".repeat(2 ** 15)));
      };
      response.on("drain", pour);
      pour();
      return true;
    };
    await serving(endless, async (url) => {
      const box = await openUrl({ url, workers: 1 });
      await expect(box.weigh([[]])).rejects.toThrow(/status 404 \("nono/u);
      await box.close();
    });
  });

  it("with an endless answer is refused at a share of the memory of the run", async () => {
    const server = createServer((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(" ".repeat(2 ** 16)));
      };
      response.on("drain", pour);
      pour();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const client = httpClient(new URL(`http://127.0.0.1:${port}/`), {
      connections: 1,
      timeout: 10_000,
      token: undefined,
      maxMemory: 2 ** 25,
    });
    await expect(client.post("{}")).rejects.toThrow(
      "an answer of more than 2097152 characters, which is the bound with this --max-memory",
    );
    client.close();
    server.closeAllConnections();
    server.close();
  });

  it("gets the token in a header only", async () => {
    const tokens = new Set<string | undefined>();
    const guard: Misbehave = (request) => {
      tokens.add(request.headers.authorization);
      return false;
    };
    await serving(guard, async (url) => {
      const box = await openUrl({ url, token: "secret-17" });
      expect(box.name).not.toContain("secret-17");
      await box.weigh([[0]]);
      await box.close();
    });
    expect([...tokens]).toEqual(["Bearer secret-17"]);
  });

  it("that cannot be reached is an error", async () => {
    // Nobody listens there, and no system gives this port to a connection.
    const url = "http://127.0.0.1:1/";
    await expect(openUrl({ url: "ftp://x" })).rejects.toThrow(/expected an address/u);
    await expect(openUrl({ url, timeout: 1 })).rejects.toThrow(
      /did not announce itself: .*6 times in a row/u,
    );
  });
});
