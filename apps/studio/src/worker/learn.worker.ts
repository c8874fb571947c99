import { messageOf } from "../engine/text.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { Session } from "./session.ts";

let session: Session | undefined;
/** A network takes a while to open, and may be held meanwhile. */
let control: "hold" | "go" | "stop" = "go";

function post(message: FromWorker): void {
  self.postMessage(message);
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case "learn":
      try {
        session = await Session.open(data.spec, data.options, data.answers, post);
      } catch (error) {
        post({ type: "failed", failure: { message: messageOf(error), advice: "" } });
        return;
      }
      session.control(control);
      await session.run();
      return;
    case "weights":
      session?.person?.answerWeights(data.weights);
      return;
    case "verdict":
      session?.person?.answerVerdict(data.counterexample);
      return;
    case "control":
      control = data.to;
      session?.control(control);
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
