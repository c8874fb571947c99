import type { TargetSpec } from "../engine/spec.ts";
import { type FromWorker, failed, type ToWorker } from "./messages.ts";

/** A learner at work beside the page. */
export interface Thread {
  post(message: ToWorker): void;
  end(): void;
}

type Receive = (message: FromWorker) => void;

/** Starts the thread for a target. Code of the user runs apart from everything else. */
export function startThread(spec: TargetSpec, receive: Receive): Thread {
  return spec.kind === "function" ? startGuarded(receive) : startWorker(receive);
}

const NOT_STARTED = "the learner could not be started";

function startWorker(receive: Receive): Thread {
  const worker = new Worker(new URL("./learn.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data);
  worker.onerror = (event) => {
    event.preventDefault();
    receive(failed(event.message || NOT_STARTED));
  };
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

/**
 * Starts a worker in a sandboxed frame, `guard.html`. The frame's origin is opaque, so the worker sees nothing that the page
 * stores; its policy allows no request at all, and a worker made of a blob inherits it. The page hands over the text of
 * the worker, since nothing can be loaded there.
 */
function startGuarded(receive: Receive): Thread {
  const { port1: port, port2: other } = new MessageChannel();
  port.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data);
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts");
  frame.hidden = true;
  frame.title = "The code of the function";
  frame.src = "guard.html";
  const hear = ({ source, data }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.contentWindow) return;
    receive(failed(typeof data === "string" && data !== "" ? data : NOT_STARTED));
  };
  addEventListener("message", hear);
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  void Promise.all([script(), loaded]).then(
    // An opaque origin has no name to address it by.
    ([text]) => frame.contentWindow?.postMessage(text, "*", [other]),
    () => receive(failed(NOT_STARTED)),
  );
  return {
    post: (message) => port.postMessage(message),
    end() {
      removeEventListener("message", hear);
      port.close();
      frame.remove();
    },
  };
}

/** The text of a worker as a script: a module cannot be started there. Its names stay its own. */
async function script(): Promise<string> {
  const { default: address } = await import("./guarded.worker.ts?worker&url");
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  return `(() => { "use strict";\n${await response.text()}\n})();`;
}
