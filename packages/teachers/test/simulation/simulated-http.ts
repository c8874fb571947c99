/** A server behind HTTP in simulated time: it is overloaded, breaks connections and spoils answers as a seed decides. */

import { Random } from "@hankel/core";
import type { BlackBox, Clock } from "@hankel/teachers";
import { describeBox } from "../../src/fleet/worker.ts";
import type { HttpClient, HttpReply } from "../../src/http/http-client.ts";
import { reply } from "./simulated-program.ts";

export interface SimulatedHttpOptions {
  readonly box: BlackBox<unknown>;
  readonly clock: Clock;
  readonly seed: number;
  /** The probability of a fault at each request. */
  readonly rate: number;
  /** From when to when, in milliseconds of the clock, it cannot be reached. */
  readonly away?: readonly [from: number, to: number] | undefined;
  readonly trace: (line: string) => void;
}

const faults = ["429", "500", "broken", "late", "half", "garbage", "another id", "error"] as const;

export function simulatedHttp(options: SimulatedHttpOptions): HttpClient {
  const { box, clock, seed, rate, away = [0, 0], trace } = options;
  const random = new Random(seed, 5);
  const after = <T>(delay: number, value: () => T) =>
    new Promise<T>((resolve, reject) => {
      clock.after(delay, () => {
        try {
          resolve(value());
        } catch (error) {
          reject(error);
        }
      });
    });
  const answer = async (body: string): Promise<string> => {
    const asked = JSON.parse(body) as { readonly hankel?: number };
    return asked.hankel === undefined ? (await reply(box, body)).text : JSON.stringify(describeBox(box));
  };
  return {
    async post(body) {
      const delay = random.below(30);
      const fault = random.real() < rate ? faults[random.below(faults.length)] : undefined;
      const text = await answer(body);
      if (clock.now() >= away[0] && clock.now() < away[1])
        return after(1, () => {
          const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
          throw new Error(cause.message, { cause });
        });
      if (fault !== undefined) trace(`the server: ${fault}`);
      return after(fault === "late" ? delay + 400 : delay, () => spoiled(fault, text));
    },
    close() {},
    redact: (message) => message,
  };
}

function spoiled(fault: (typeof faults)[number] | undefined, text: string): HttpReply {
  const good = { status: 200, retryAfter: undefined, text };
  switch (fault) {
    case "429":
      return { status: 429, retryAfter: "1", text: "slow down" };
    case "500":
      return { status: 500, retryAfter: undefined, text: "out of memory" };
    case "broken":
      throw new Error("the connection closed before the answer was complete");
    case "half":
      return { ...good, text: text.slice(0, text.length >> 1) };
    case "garbage":
      return { ...good, text: "<html>welcome</html>" };
    case "another id":
      return { ...good, text: text.replace(/"id":\d+/u, '"id":0') };
    case "error":
      return { ...good, text: text.replace(/,.*/su, ',"error":"out of memory"}') };
    default:
      return good;
  }
}
