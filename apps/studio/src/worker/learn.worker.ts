import { messageOf } from "../engine/text.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { Session } from "./session.ts";

let session: Session | undefined;

function post(message: FromWorker): void {
  self.postMessage(message);
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case "learn":
      try {
        session = new Session(data.spec, data.options, data.said, post);
      } catch (error) {
        post({ type: "failed", message: messageOf(error), advice: "", word: null });
        return;
      }
      await session.run();
      return;
    case "weights":
      session?.person?.weights(data.weights);
      return;
    case "verdict":
      session?.person?.verdict(data.counterexample);
      return;
    default:
      try {
        const value = await session?.query(data.name, data.ask as never);
        post({ type: "reply", id: data.id, value });
      } catch (error) {
        post({ type: "reply-error", id: data.id, message: messageOf(error) });
      }
  }
};
