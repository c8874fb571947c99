import type { ToMerger } from "./merge-messages.ts";
import { Merger } from "./merger.ts";

const merger = new Merger((message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToMerger>) => void merger.receive(data);
