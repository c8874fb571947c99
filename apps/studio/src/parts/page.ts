import type { SvgOptions } from "hankel/formats";

/** Has a form do something instead of loading another page. */
export function submit(act: () => void): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}

/** A text for a drawing: a very long one is cut, and its tooltip has the rest. */
export function shortened(text: string, most = 40): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

/** Downloads a file. */
export function save(name: string, type: string, content: string | Blob): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Characters of symbols that XML does not allow; the serializer of a browser leaves them as they are. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** The computed styles that are copied into the file, because it has no style sheet. */
const COPIED_STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font",
  "paint-order",
  "text-anchor",
] as const;

/** The colours of a picture that is saved. */
export type PictureTheme = "light" | "dark" | "transparent";

/** What the library calls these colours; a picture looks as it does on the page. */
export function svgOptions(theme: PictureTheme): SvgOptions {
  const fonts = getComputedStyle(document.documentElement).getPropertyValue("--math").replaceAll('"', "'");
  return {
    theme: theme === "dark" ? "dark" : "light",
    background: theme !== "transparent",
    coloured: true,
    fonts,
  };
}

/** A drawing on the page as the text of an SVG file, in colours of the page or in those of a theme. */
export function asSvg(drawing: SVGSVGElement, theme?: PictureTheme): string {
  const scheme = theme === "dark" ? "dark" : "light";
  const before = drawing.style.colorScheme;
  if (theme !== undefined) drawing.style.colorScheme = scheme;
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll<SVGElement>("*")];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  originals.forEach((original, i) => {
    const style = getComputedStyle(original);
    for (const property of COPIED_STYLES) {
      const value = style.getPropertyValue(property);
      if (value !== "") copies[i].style.setProperty(property, value);
    }
    for (const name of [...copies[i].style].filter((each) => each.startsWith("--")))
      copies[i].style.removeProperty(name);
    for (const name of ["class", "data-testid", "aria-label", "role"]) copies[i].removeAttribute(name);
  });
  // The whole drawing, whatever part of it is seen.
  const seen = drawing.viewBox.baseVal;
  const whole = drawing.dataset["box"]?.split(" ").map(Number) ?? [seen.x, seen.y, seen.width, seen.height];
  const [x, y, width, height] = whole;
  copy.setAttribute("viewBox", whole.join(" "));
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  if (theme !== "transparent") {
    const background = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ x, y, width, height }))
      background.setAttribute(name, String(value));
    background.setAttribute("fill", theme === "dark" ? "#15181c" : "#ffffff");
    copy.prepend(background);
  }
  drawing.style.colorScheme = before;
  copy.style.removeProperty("color-scheme");
  const text = new XMLSerializer().serializeToString(copy);
  return text.replaceAll(FORBIDDEN, "\ufffd");
}

const MAX_PIXELS = 6000;
/** How wide a picture is at least, so that a slide can show it large. */
const LEAST_PIXELS = 1600;

/** The text of an SVG file as a PNG file, at twice its size or larger, and at most `MAX_PIXELS` wide and high. */
export async function asPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(Math.max(2, LEAST_PIXELS / width), MAX_PIXELS / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob === null ? reject(new Error("the browser could not draw the PNG file")) : resolve(blob),
      "image/png",
    );
  });
}
