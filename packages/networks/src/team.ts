import type { Session } from "./session.ts";

/**
 * Several sessions of one network as one. It computes as many runs at once; further ones wait until a session is free.
 *
 * @example
 * const runtime = await import("onnxruntime-web");
 * const file = await readFile("examples/models/tomita1.onnx");
 * const sessions = [await openSession(runtime, file, "one"), await openSession(runtime, file, "two")];
 * console.log(teamOf(sessions).copies); // 2
 */
export function teamOf(sessions: readonly Session[]): Session {
  const [{ inputs, outputs }] = sessions;
  const free = [...sessions];
  const waiting: ((session: Session) => void)[] = [];
  const taken = () => {
    const session = free.shift();
    return session === undefined ? new Promise<Session>((give) => waiting.push(give)) : session;
  };
  const back = (session: Session) => {
    const next = waiting.shift();
    if (next === undefined) free.push(session);
    else next(session);
  };
  return {
    inputs,
    outputs,
    copies: sessions.length,
    async run(feeds, wanted) {
      const session = await taken();
      try {
        return await session.run(feeds, wanted);
      } finally {
        back(session);
      }
    },
    async release() {
      await Promise.all(sessions.map((session) => session.release()));
    },
  };
}
