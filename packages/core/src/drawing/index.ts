export { type GraphOptions, graphOf, mergedArcs } from "./automaton-graph.ts";
export { changesGraph } from "./changes-graph.ts";
export type {
  Box,
  Drawing,
  DrawnArc,
  DrawnStart,
  DrawnState,
  DrawnStyle,
  Graph,
  GraphArc,
  GraphState,
  Point,
} from "./graph.ts";
export { type Arrangement, arrange, drawAt, type LayoutOptions, layout } from "./layout.ts";
export { type DrawingQuality, qualityOf } from "./measure.ts";
export { isLarge, neighbourhood } from "./overview.ts";
export {
  type ProbabilityLine,
  type ProbabilityPicture,
  type ProbabilityPictureOptions,
  percent,
  probabilityPicture,
} from "./probabilities.ts";
export { type Bends, route } from "./route.ts";
export { type Seen, supportedGraph } from "./supported-graph.ts";
export {
  type AnimatedStep,
  type AnimationOptions,
  colourOf,
  escapeXml,
  pathOf,
  type SvgOptions,
  toAnimatedSvg,
  toSvg,
  toSvgBeside,
  withTip,
} from "./svg.ts";
export { brief } from "./text.ts";
export { toTikz } from "./tikz.ts";
