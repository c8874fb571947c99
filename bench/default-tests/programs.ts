/** Machines of programs that count: wrong passwords, ticks of a clock, messages that nobody acknowledged, coins. */

import { Alphabet, type Machine } from "@hankel/core";

type Step<S> = (state: S, input: string) => readonly [S, string];

function machineOf<S>(inputs: readonly string[], start: S, step: Step<S>): Machine {
  const states = [start];
  const places = new Map([[JSON.stringify(start), 0]]);
  const target: number[] = [];
  const output: string[] = [];
  for (const state of states) {
    for (const input of inputs) {
      const [next, written] = step(state, input);
      const key = JSON.stringify(next);
      const place = places.get(key) ?? states.push(next) - 1;
      places.set(key, place);
      target.push(place);
      output.push(written);
    }
  }
  return { kind: "mealy", alphabet: new Alphabet(inputs), target, output };
}

/** A login that locks after so many wrong passwords. */
function lock(most: number): Machine {
  const inputs = ["hello", "user", "good", "bad", "get", "put", "quit"];
  return machineOf(inputs, { at: "new", wrong: 0 }, (state, input) => {
    const { at, wrong } = state;
    if (at === "end") return [state, "closed"];
    if (input === "quit") return [{ at: "end", wrong: 0 }, "221"];
    if (at === "locked") return [state, "421"];
    if (input === "hello") return at === "new" ? [{ at: "hi", wrong }, "220"] : [state, "503"];
    if (at === "new") return [state, "503"];
    if (input === "user") return at === "in" ? [state, "503"] : [{ at: "user", wrong }, "331"];
    if (input === "good") return at === "user" ? [{ at: "in", wrong: 0 }, "230"] : [state, "503"];
    if (input === "bad") {
      if (at !== "user") return [state, "503"];
      return wrong + 1 < most
        ? [{ at: "hi", wrong: wrong + 1 }, "530"]
        : [{ at: "locked", wrong: most }, "421"];
    }
    return [state, at === "in" ? (input === "get" ? "226" : "250") : "530"];
  });
}

/** A connection that ends after so many ticks without data. */
function timeout(most: number): Machine {
  return machineOf(["open", "data", "tick", "close", "ping"], -1, (ticks, input) => {
    if (ticks < 0) return input === "open" ? [0, "ok"] : [ticks, input === "tick" ? "-" : "err"];
    if (input === "tick") return ticks + 1 < most ? [ticks + 1, "-"] : [-1, "timeout"];
    if (input === "close") return [-1, "bye"];
    return input === "data" ? [0, "ack"] : [ticks, input === "ping" ? "pong" : "err"];
  });
}

/** A sender that lets so many messages be unacknowledged. */
function window(most: number): Machine {
  const inputs = ["connect", "send", "ack", "ping", "reset", "disconnect"];
  return machineOf<string | number>(inputs, "new", (state, input) => {
    if (state === "closed") return [state, "closed"];
    if (typeof state === "string") return input === "connect" ? [0, "hi"] : ["closed", "bye"];
    if (input === "connect" || input === "disconnect") return ["closed", "bye"];
    if (input === "send") return state < most ? [state + 1, "sent"] : [state, "busy"];
    if (input === "ack") return state === 0 ? ["closed", "bye"] : [state - 1, "ok"];
    return input === "reset" ? [0, "ok"] : [state, "pong"];
  });
}

/** A broker that lets two messages be unacknowledged: default tests of former versions missed half of it now and then. */
function broker(): Machine {
  const inputs = ["CONNECT", "SUB", "UNSUB", "PUB0", "PUB1", "ACK", "PING", "DISC"];
  return machineOf(inputs, { at: "new", sub: false, open: 0 }, (state, input) => {
    const { at, sub, open } = state;
    const out = { at: "closed", sub: false, open: 0 };
    if (at === "closed") return [state, "closed"];
    if (at === "new" && input === "CONNECT") return [{ ...state, at: "on" }, "CONNACK"];
    if (at === "new" || input === "CONNECT" || input === "DISC") return [out, "BYE"];
    if (input === "SUB") return [{ ...state, sub: true }, "SUBACK"];
    if (input === "UNSUB") return [{ ...state, sub: false }, "UNSUBACK"];
    if (input === "PING") return [state, "PONG"];
    if (input === "PUB0") return [state, sub ? "MSG" : "OK"];
    if (input === "ACK") return open === 0 ? [out, "BYE"] : [{ ...state, open: open - 1 }, "OK"];
    if (!sub) return [state, open === 2 ? "BUSY" : "PUBACK"];
    return [{ ...state, open: Math.min(2, open + 1) }, "PUBACK+MSG"];
  });
}

/** A queue of at most three items of two kinds. */
function queue(): Machine {
  return machineOf(["push a", "push b", "pop", "any?"], "", (held, input) => {
    if (input === "pop") return held === "" ? [held, "empty"] : [held.slice(1), held[0]];
    if (input === "any?") return [held, held === "" ? "no" : "yes"];
    return held.length < 3 ? [held + input.slice(-1), "ok"] : [held, "full"];
  });
}

/** A vending machine that takes coins of 1 and 2 up to 5. */
function vending(): Machine {
  return machineOf(["1", "2", "tea", "coffee", "refund"], 0, (coins, input) => {
    if (input === "refund") return [0, coins > 0 ? "coins" : "-"];
    if (input === "1" || input === "2") {
      return coins + Number(input) <= 5 ? [coins + Number(input), "ok"] : [coins, "back"];
    }
    const price = input === "tea" ? 3 : 4;
    return coins >= price ? [coins - price, input] : [coins, "-"];
  });
}

export const programs: Readonly<Record<string, Machine>> = {
  "broker of two messages": broker(),
  "lock after 3": lock(3),
  "lock after 5": lock(5),
  "queue of 3": queue(),
  "timeout after 3": timeout(3),
  "timeout after 6": timeout(6),
  vending: vending(),
  "window of 2": window(2),
  "window of 4": window(4),
};
