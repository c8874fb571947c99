import { openTarget, type Target } from "../engine/open.ts";
import type { NetworkSpec } from "../engine/spec.ts";
import { messageOf } from "../engine/text.ts";
import { type FromWorker, failed, type ToWorker } from "./messages.ts";
import { Gate, Session } from "./session.ts";

/** The side of a worker, or of a channel to it, where messages of the page arrive. */
export interface Endpoint {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

/** Opens a network, for which a large runtime is loaded. */
type OpenNetwork = (spec: NetworkSpec) => Promise<Target>;

/** Learns what the page asks for, and answers its questions. Networks are not opened beside code of the user. */
export function serve(page: Endpoint, openNetwork?: OpenNetwork): void {
  let session: Session | undefined;
  // A network takes a while to open, and may be held meanwhile.
  const gate = new Gate();
  const post = (message: FromWorker) => page.postMessage(message);

  page.onmessage = async ({ data }) => {
    switch (data.type) {
      case "learn":
        try {
          const { spec, learner } = data;
          const target = spec.kind === "network" ? await openNetwork?.(spec) : openTarget(spec, learner);
          if (target === undefined) throw new Error("networks are not opened beside code of the user");
          session = new Session(target, data, gate, post);
          await session.run();
        } catch (error) {
          post(failed(error));
        }
        return;
      case "weights":
        session?.person?.answerWeights(data.weights);
        return;
      case "verdict":
        session?.person?.answerVerdict(data.counterexample);
        return;
      case "control":
        gate.turn(data.to);
        return;
      default:
        try {
          post({ type: "reply", id: data.id, value: await session?.query(data) });
        } catch (error) {
          post({ type: "reply-error", id: data.id, message: messageOf(error) });
        }
    }
  };
}
