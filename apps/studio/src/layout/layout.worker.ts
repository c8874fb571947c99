import { type Arrangement, arrange } from "hankel/formats";
import type { LayoutRequest } from "./graph.ts";

self.onmessage = ({ data: { graph, fixed } }: MessageEvent<LayoutRequest>) => {
  self.postMessage(arrange(graph, { fixed: new Map(fixed) }) satisfies Arrangement);
};
