import { arrange, drawAt, layout, neighbourhood, toAnimatedSvg, toSvg, toTikz } from "hankel/formats";
import { serveTasks } from "../worker/tasks.ts";
import type { DrawingTasks, PlacedGraph } from "./graph.ts";

const drawn = ({ graph, arrangement }: PlacedGraph) => drawAt(graph, arrangement);

serveTasks<DrawingTasks>({
  arrange: ({ graph, fixed }) => arrange(graph, { fixed: new Map(fixed) }),
  draw: drawn,
  around: ({ graph, state }) => layout(neighbourhood(graph, state)),
  svg: ({ options, ...placed }) => toSvg(drawn(placed), options),
  tikz: (placed) => toTikz(drawn(placed)),
  animation: ({ steps, options }) =>
    toAnimatedSvg(
      steps.map(({ caption, ...placed }) => ({ drawing: drawn(placed), caption })),
      options,
    ),
});
