import { messageOf } from "../engine/text.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { type OpenNetwork, Session } from "./session.ts";

/** The side of a worker, or of a channel to it, where messages of the page arrive. */
export interface Endpoint {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

/** Learns what the page asks for, and answers its questions. */
export function serve(page: Endpoint, openNetwork?: OpenNetwork): void {
  let session: Session | undefined;
  /** A network takes a while to open, and may be held meanwhile. */
  let control: "hold" | "go" | "stop" = "go";
  const post = (message: FromWorker) => page.postMessage(message);

  page.onmessage = async ({ data }) => {
    switch (data.type) {
      case "learn":
        try {
          session = await Session.open(data.spec, data.options, data.answers, post, openNetwork);
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
          post({ type: "reply", id: data.id, value: session?.query(data) });
        } catch (error) {
          post({ type: "reply-error", id: data.id, message: messageOf(error) });
        }
    }
  };
}
