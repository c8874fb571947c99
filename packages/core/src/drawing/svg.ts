import type { Box, Drawing, DrawnArc, DrawnState, DrawnStyle, Point } from "./graph.ts";
import { LABEL_SIZE, LINE, NAME_SIZE, textWidth } from "./text.ts";

/** The colours of a picture: those of the page it is shown on, or always the same. */
export interface SvgOptions {
  /** `auto` follows the reader's choice of light or dark pages. */
  readonly theme?: "auto" | "light" | "dark" | undefined;
  /** Is there a background? Without one the page shows through. */
  readonly background?: boolean | undefined;
  /** Does each state have the colour of its number, as in the studio? */
  readonly coloured?: boolean | undefined;
  /** The fonts of all texts, as a style sheet names them. */
  readonly fonts?: string | undefined;
}

type Colours = Readonly<Record<"ink" | "soft" | "fill" | "paper" | "new" | "gone" | "changed", string>>;

const LIGHT: Colours = {
  ink: "#1c2127",
  soft: "#4d5866",
  fill: "#eef3fb",
  paper: "#ffffff",
  new: "#00724c",
  gone: "#b3261e",
  changed: "#8a5a00",
};
const DARK: Colours = {
  ink: "#e9e6df",
  soft: "#a9b4c2",
  fill: "#253044",
  paper: "#15181c",
  new: "#5fd4a4",
  gone: "#ff9c92",
  changed: "#ffc34d",
};

const STYLES: readonly DrawnStyle[] = ["dashed", "same", "new", "gone", "changed", "weak"];

/**
 * A drawing as the text of an SVG file.
 *
 * @example
 * const drawing = layout(graphOf(minimize(fromExpression("ab", boolean))));
 * console.log(toSvg(drawing).startsWith("<svg")); // true
 */
export function toSvg(drawing: Drawing, options: SvgOptions = {}): string {
  const { x, y, width, height } = drawing.box;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">`,
    `<style>${styleSheet(options)}</style>`,
    ...paperOf(drawing.box, options),
    svgParts(drawing, options),
    "</svg>\n",
  ].join("\n");
}

/** A drawing, for example a step of an animation, and what is said about it. */
export interface AnimatedStep {
  readonly drawing: Drawing;
  readonly caption: string;
}

/** How an animation looks. */
export interface AnimationOptions extends SvgOptions {
  /** How long each step is shown; 1.5 by default. */
  readonly seconds?: number | undefined;
}

const CAPTION = 30;

/**
 * Several drawings, one after the other and again from the start, as the text of an SVG file that moves by itself.
 *
 * @example
 * const steps = ["a", "ab"].map((text) => ({ drawing: layout(graphOf(fromExpression(text, boolean))), caption: text }));
 * console.log(toAnimatedSvg(steps).startsWith("<svg")); // true
 */
export function toAnimatedSvg(
  steps: readonly AnimatedStep[],
  { seconds = 1.5, ...options }: AnimationOptions = {},
): string {
  const boxes = steps.map(({ drawing }) => drawing.box);
  const [x, y] = [Math.min(...boxes.map((box) => box.x), 0), Math.min(...boxes.map((box) => box.y), 0)];
  const longest = Math.max(0, ...steps.map(({ caption }) => textWidth(caption, NAME_SIZE) + 20));
  const width = Math.ceil(Math.max(longest, ...boxes.map((box) => box.x + box.width - x), 1));
  const height = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height - y), 1)) + CAPTION;
  const time = seconds * steps.length;
  const shown = steps.map(({ drawing, caption }, i) => {
    const [from, to] = [i / steps.length, (i + 1) / steps.length].map((part) => Number(part.toFixed(5)));
    const values = i === 0 ? ["visible", "hidden"] : ["hidden", "visible", "hidden"];
    const times = i === 0 ? [0, to] : [0, from, to];
    const last = i + 1 === steps.length;
    const change = `values="${(last ? values.slice(0, -1) : values).join(";")}" keyTimes="${(last ? times.slice(0, -1) : times).join(";")}"`;
    // Programs that draw no animation show the last step.
    return [
      `<g visibility="${last ? "visible" : "hidden"}">`,
      steps.length === 1
        ? ""
        : `<animate attributeName="visibility" ${change} dur="${time}s" calcMode="discrete" repeatCount="indefinite"/>`,
      svgParts(drawing, options),
      `<text class="name caption" x="${x + 10}" y="${y + height - 10}">${escapeXml(caption)}</text>`,
      "</g>",
    ].join("\n");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">`,
    `<style>${styleSheet(options)}.caption{text-anchor:start}</style>`,
    ...paperOf({ x, y, width, height }, options),
    ...shown,
    "</svg>\n",
  ].join("\n");
}

/** Between two drawings. */
const GAP = 40;

/**
 * Several drawings beside each other, each below its caption, as the text of an SVG file.
 *
 * @example
 * const steps = ["a", "ab"].map((text) => ({ drawing: layout(graphOf(fromExpression(text, boolean))), caption: text }));
 * console.log(toSvgBeside(steps).startsWith("<svg")); // true
 */
export function toSvgBeside(drawings: readonly AnimatedStep[], options: SvgOptions = {}): string {
  const widths = drawings.map(({ drawing, caption }) =>
    Math.max(drawing.box.width, textWidth(caption, NAME_SIZE) + 20),
  );
  const width = Math.ceil(
    widths.reduce((sum, each) => sum + each, 0) + GAP * Math.max(0, drawings.length - 1),
  );
  const height = Math.ceil(Math.max(1, ...drawings.map(({ drawing }) => drawing.box.height))) + CAPTION;
  const shown = drawings.map(({ drawing, caption }, i) => {
    const left = widths.slice(0, i).reduce((sum, each) => sum + each + GAP, 0);
    return [
      `<text class="name caption" x="${left + 10}" y="${CAPTION - 10}">${escapeXml(caption)}</text>`,
      `<g transform="translate(${left - drawing.box.x} ${CAPTION - drawing.box.y})">`,
      svgParts(drawing, options),
      "</g>",
    ].join("\n");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${styleSheet(options)}.caption{text-anchor:start}</style>`,
    ...paperOf({ x: 0, y: 0, width, height }, options),
    ...shown,
    "</svg>\n",
  ].join("\n");
}

function paperOf({ x, y, width, height }: Box, { background = false }: SvgOptions): string[] {
  return background ? [`<rect class="paper" x="${x}" y="${y}" width="${width}" height="${height}"/>`] : [];
}

/** The elements of a drawing, for a picture that has others too. */
function svgParts(drawing: Drawing, { coloured: isColoured = false }: SvgOptions): string {
  const { states, arcs, starts, box, note } = drawing;
  return [
    ...starts.flatMap(({ from, to, text, label }) => [
      arrow([from, from, to, to], "edge start", 1.4),
      ...(label === undefined ? [] : [texts([text], label.x + label.width / 2, label.y)]),
    ]),
    ...(drawing.isOverview ? [thinLines(drawing)] : arcs.map(arcText)),
    ...states.map((state) => stateText(state, isColoured)),
    ...(note === undefined
      ? []
      : [`<text class="note" x="${box.x + 8}" y="${box.y + box.height - 12}">${escapeXml(note)}</text>`]),
  ].join("\n");
}

/** The style sheet of pictures. */
function styleSheet({
  theme = "auto",
  coloured: isColoured = false,
  fonts = "Helvetica,Arial,sans-serif",
}: SvgOptions): string {
  const rules = coloured(theme === "dark" ? DARK : LIGHT);
  const sizes =
    `text{font-family:${fonts};text-anchor:middle}.name{font-size:${NAME_SIZE}px}` +
    `.label,.detail,.note{font-size:${LABEL_SIZE}px}.note{text-anchor:start}.edge{fill:none}` +
    ".dashed .edge,.dashed .node,.gone .edge,.gone .node,.weak .edge,.weak .node{stroke-dasharray:5 4}" +
    ".node{stroke-width:1.5}.ring{fill:none}.thin{opacity:.45}.edge.thin{stroke-width:1}" +
    ".small .name{font-size:11px}.small .node{stroke-width:3}.start{stroke-width:1.4}";
  const bold = isColoured ? ".node{fill:none;stroke-width:2.5}.ring{stroke-width:1.5}" : "";
  const dark = theme === "auto" ? `@media (prefers-color-scheme:dark){${coloured(DARK)}}` : "";
  return sizes + rules + dark + bold;
}

function coloured({ ink, soft, fill, paper, ...marks }: Colours): string {
  const rules = Object.entries(marks).map(
    ([name, colour]) =>
      `.${name} .edge,.${name} .node,.${name} .ring{stroke:${colour}}.${name} .tip,.${name} text{fill:${colour}}`,
  );
  return (
    `.paper{fill:${paper}}text{fill:${ink}}.detail,.note{fill:${soft}}.edge{stroke:${soft}}.tip{fill:${soft}}` +
    `.node{fill:${fill};stroke:${ink}}.ring{stroke:${ink}}` +
    `.same text{fill:${soft}}.same .node,.same .ring{stroke:${soft}}${rules.join("")}`
  );
}

/** All lines of a style as one shape and their tips as another: a shape for each of ten thousand arrows takes half a minute to paint. */
function thinLines({ arcs }: Drawing): string {
  const styles = [undefined, ...STYLES].filter((style) => arcs.some(({ arc }) => arc.style === style));
  return styles
    .map((style) => {
      const drawn = arcs.filter(({ arc }) => arc.style === style).map(({ curve }) => withTip(curve, -2));
      const lines = drawn.map(
        ({ line }) => `M${at(line[0].x)} ${at(line[0].y)}L${at(line[3].x)} ${at(line[3].y)}`,
      );
      const shapes = `<path class="edge thin" d="${lines.join("")}"/><path class="tip thin" d="${drawn.map(({ tip }) => tip).join("")}"/>`;
      return style === undefined ? shapes : `<g class="${style}">${shapes}</g>`;
    })
    .join("");
}

/** Okabe and Ito's palette, which colour-blind people can tell apart. */
const GROUPS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a7a00", "#7a5195"];

/**
 * The colour of a group, or of a state.
 *
 * @example
 * console.log(colourOf(-1), colourOf(0) === colourOf(1)); // transparent false
 */
export function colourOf(number: number): string {
  return number < 0 ? "transparent" : GROUPS[number % GROUPS.length];
}

function classOf(kind: string, style: DrawnStyle | undefined): string {
  return style !== undefined && STYLES.includes(style) ? `${kind} ${style}` : kind;
}

function arcText({ arc, curve, lines, label }: DrawnArc): string {
  const whole = arc.labels.length > lines.length || arc.labels.some((text, i) => lines[i] !== text);
  return [
    `<g class="${classOf("arc", arc.style)}" data-from="${arc.from}" data-to="${arc.to}">`,
    whole ? `<title>${escapeXml(arc.labels.join("\n"))}</title>` : "",
    arrow(curve, "edge", arc.width ?? 1.4),
    label === undefined ? "" : texts(lines, label.x + label.width / 2, label.y),
    "</g>",
  ].join("");
}

function texts(lines: readonly string[], x: number, top: number): string {
  return lines
    .map(
      (line, i) =>
        `<text class="label" x="${at(x)}" y="${at(top + LINE * (i + 0.8))}">${escapeXml(line)}</text>`,
    )
    .join("");
}

function stateText(
  { state, x, y, name, detail, across, down, group }: DrawnState,
  isColoured: boolean,
): string {
  const colour = group ?? (isColoured ? state.id : undefined);
  const ring = colour === undefined ? "" : ` style="stroke:${colourOf(colour)}"`;
  const shape = (less: number, kind: string) =>
    across === down
      ? `<circle class="${kind}"${ring} cx="${at(x)}" cy="${at(y)}" r="${at(down - less)}"/>`
      : `<rect class="${kind}"${ring} x="${at(x - across + less)}" y="${at(y - down + less)}" width="${at(2 * (across - less))}" height="${at(2 * (down - less))}" rx="${at(down - less)}"/>`;
  const whole = name !== state.name || detail !== state.detail;
  return [
    `<g class="${classOf(group === undefined ? "state" : "state small", state.style)}" data-state="${state.id}">`,
    whole ? `<title>${escapeXml([state.name, state.detail ?? ""].join("\n").trim())}</title>` : "",
    shape(0, "node"),
    state.final ? shape(isColoured ? 4 : 3, "ring") : "",
    `<text class="name" x="${at(x)}" y="${at(y + (detail === undefined ? (group === undefined ? 5 : 4) : -1))}">${escapeXml(name)}</text>`,
    detail === undefined
      ? ""
      : `<text class="detail" x="${at(x)}" y="${at(y + 13)}">${escapeXml(detail)}</text>`,
    "</g>",
  ].join("");
}

/** The tip of an arrow is a shape of its own, since not all programs draw markers. */
function arrow(curve: readonly Point[], kind: string, width: number): string {
  const { line, tip } = withTip(curve, width);
  return `<path class="${kind}" stroke-width="${at(width)}" d="${pathOf(line)}"/><path class="tip" d="${tip}"/>`;
}

/**
 * The line of an arrow, which ends in its tip, and the shape of the tip.
 *
 * @example
 * const { line, tip } = withTip([{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 20, y: 0 }, { x: 30, y: 0 }]);
 * console.log(line.length, tip.length > 0); // 4 true
 */
export function withTip(curve: readonly Point[], width = 1.4): { line: Point[]; tip: string } {
  const end = curve[curve.length - 1];
  const size = 8 + width;
  // The direction in which the curve arrives: towards its end from the nearest point that differs from it.
  const before = curve.findLast(({ x, y }) => Math.hypot(end.x - x, end.y - y) > 1) ?? {
    x: end.x - 1,
    y: end.y,
  };
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const base = { x: end.x - dx * size, y: end.y - dy * size };
  const half = size * 0.42;
  const tip = `M${at(end.x)} ${at(end.y)}L${at(base.x - dy * half)} ${at(base.y + dx * half)}L${at(base.x + dy * half)} ${at(base.y - dx * half)}Z`;
  return { line: [...curve.slice(0, -1), { x: end.x - dx * size * 0.7, y: end.y - dy * size * 0.7 }], tip };
}

/**
 * A curve as the `d` of a path.
 *
 * @example
 * console.log(pathOf([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 1 }, { x: 3, y: 1 }])); // M0 0C1 0 2 1 3 1
 */
export function pathOf(curve: readonly Point[]): string {
  const [first, ...rest] = curve.map(({ x, y }) => `${at(x)} ${at(y)}`);
  let path = `M${first}`;
  for (let i = 0; i + 2 < rest.length; i += 3) path += `C${rest[i]} ${rest[i + 1]} ${rest[i + 2]}`;
  return path;
}

function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/**
 * A text between tags. What XML forbids is replaced.
 *
 * @example
 * console.log(escapeXml("a < b")); // a &lt; b
 */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
