/** The patience of exchanges with a server, in simulated time. */

import { describe, expect, it } from "vitest";
import { exchangesWith } from "../src/http/exchanges.ts";
import { type HttpReply, noteProxy } from "../src/http/http-client.ts";
import { SimulatedClock } from "./simulation/simulated-clock.ts";

const GOOD: HttpReply = { status: 200, retryAfter: undefined, text: '{"good":1}' };

const refused = () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  return new Error(cause.message, { cause });
};

/** Asks a server that answers as its time says; it has answered before, unless it is new. */
async function asked(server: (now: number) => HttpReply | Error, { isNew = false } = {}) {
  const clock = new SimulatedClock();
  let tries = 0;
  let known = isNew;
  const client = {
    async post() {
      if (!known) {
        known = true;
        return GOOD;
      }
      tries++;
      const reply = server(clock.now());
      if (reply instanceof Error) throw reply;
      return reply;
    },
    redact: (message: string) => message,
    close() {},
  };
  const notices: string[] = [];
  const exchanges = exchangesWith(client, (notice) => notices.push(notice), { clock, random: () => 0 });
  if (!isNew) await exchanges.ask("{}", () => 1, {});
  const answer = clock.until(exchanges.ask("{}", ({ good }) => good, {})).catch((error: Error) => error);
  return { answer: await answer, tries, now: clock.now(), notices };
}

describe("a server that cannot be reached", () => {
  it.each([12_000, 300_000])("for %d ms is waited for", async (outage) => {
    const { answer, now } = await asked((at) => (at < outage ? refused() : GOOD));
    expect(answer).toBe(1);
    // It is noticed soon that the server is back.
    expect(now).toBeLessThan(outage + 10_000);
  });

  it("for good ends the run after ten minutes", async () => {
    const { answer, now } = await asked(refused);
    expect(answer).toMatchObject({ message: expect.stringMatching(/ECONNREFUSED, \d+ times in a row/u) });
    expect(now).toBeGreaterThan(600_000);
    expect(now).toBeLessThan(700_000);
  });

  it("and has never answered is soon an error: its address may be wrong", async () => {
    const { answer, tries, now } = await asked(refused, { isNew: true });
    expect(answer).toMatchObject({ message: "connect ECONNREFUSED, 6 times in a row" });
    expect([tries, now < 10_000]).toEqual([6, true]);
  });

  it("because what it is asked brings it down is soon an error", async () => {
    // It comes back after two seconds each time.
    let down = 0;
    const { answer, now } = await asked((at) => {
      if (at < down) return refused();
      down = at + 2000;
      return new Error("socket hang up", {
        cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }),
      });
    });
    expect(answer).toMatchObject({ message: expect.stringContaining("socket hang up") });
    expect(now).toBeLessThan(120_000);
  });
});

describe("a busy server", () => {
  const busy = (retryAfter: string, date?: string): HttpReply => ({
    status: 429,
    retryAfter,
    date,
    text: "",
  });

  it("that asks for no pause gets one", async () => {
    const { tries, answer } = await asked((now) => (now < 5000 ? busy("0") : GOOD));
    expect(answer).toBe(1);
    expect(tries).toBeLessThan(9);
  });

  it.each([-3_600_000, 0, 3_600_000, 86_400_000])("names a date by its own clock, %d ms off", async (off) => {
    const [now, later] = [0, 20_000].map((ahead) => new Date(Date.now() + off + ahead).toUTCString());
    const replies = [busy(later, now)];
    const waited = await asked(() => replies.pop() ?? GOOD);
    expect(waited.answer).toBe(1);
    expect(waited.now).toBeGreaterThan(18_000);
    expect(waited.now).toBeLessThan(23_000);
  });

  it("that names a date in the past, or nonsense, is asked after a pause", async () => {
    for (const text of ["Thu, 01 Jan 1970 00:00:00 GMT", "soon", "-5"]) {
      const replies = [busy(text)];
      const { answer, now } = await asked(() => replies.pop() ?? GOOD);
      expect([answer, now]).toEqual([1, 100]);
    }
  });
});

describe("a proxy in the environment", () => {
  const noted = (url: string, environment: Record<string, string>) => {
    const notices: string[] = [];
    noteProxy(new URL(url), (notice) => notices.push(notice), environment);
    return notices;
  };

  it("is named as ignored where it would be meant", () => {
    const ignored = (name: string) => [
      `requests go to box.example directly, and not through a proxy: ${name} is ignored`,
    ];
    const proxy = "http://proxy.example:8080";
    expect(noted("https://box.example/", { HTTPS_PROXY: proxy })).toEqual(ignored("HTTPS_PROXY"));
    expect(noted("http://box.example/", { http_proxy: proxy })).toEqual(ignored("http_proxy"));
    expect(noted("http://box.example/", { all_proxy: proxy })).toEqual(ignored("all_proxy"));
    expect(noted("http://box.example/", { HTTPS_PROXY: proxy })).toEqual([]);
    expect(noted("https://box.example/", { HTTPS_PROXY: "" })).toEqual([]);
    expect(noted("http://localhost:8000/", { HTTP_PROXY: proxy })).toEqual([]);
  });
});
