import { instance } from "@viz-js/viz";
import { type LayoutReply, type LayoutRequest, placesOf, toGraph } from "./graph.ts";

const viz = instance();

self.onmessage = async ({ data }: MessageEvent<LayoutRequest>) => {
  const { engine, graph } = toGraph(data);
  const result = (await viz).render(graph, { engine, format: "plain" });
  const places = result.status === "success" ? placesOf(result.output) : [];
  self.postMessage(places satisfies LayoutReply);
};
