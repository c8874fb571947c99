import { HankelError } from "@hankel/core";
import type { Graph, RenderOptions } from "@viz-js/viz";
import { loadOptional } from "./optional.ts";

/** Runs Graphviz, compiled to WebAssembly, on a graph or its DOT text, and returns what it writes. */
export async function graphviz(graph: string | Graph, options: RenderOptions): Promise<string> {
  const { instance } = await loadOptional("@viz-js/viz", () => import("@viz-js/viz"));
  const viz = await instance();
  const result = viz.render(graph, options);
  if (result.status === "success") return result.output;
  const reasons = result.errors.map(({ message }) => message).join("; ");
  throw new HankelError("unsupported", `Graphviz cannot draw it: ${reasons}`);
}
