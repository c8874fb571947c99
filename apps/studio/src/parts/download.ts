/** Hands a file to the person. */
export function save(name: string, type: string, content: string | Blob): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** What the page's style sheet says about drawings goes along, so that the file stands by itself. */
const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font",
  "paint-order",
  "text-anchor",
] as const;

/** A drawing as a file of its own. */
export function asSvg(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll<SVGElement>("*")];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  originals.forEach((original, i) => {
    const style = getComputedStyle(original);
    for (const property of KEPT) {
      const value = style.getPropertyValue(property);
      if (value !== "") copies[i].style.setProperty(property, value);
    }
    for (const name of ["class", "data-testid", "aria-label", "role"]) copies[i].removeAttribute(name);
  });
  const { width, height, x, y } = drawing.viewBox.baseVal;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.style.removeProperty("max-width");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x, y, width, height }))
    ground.setAttribute(name, String(value));
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

const MAX_PIXELS = 6000;

/** The same as pixels, twice as fine as it is shown. */
export async function asPng(drawing: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawing.viewBox.baseVal;
  const scale = Math.min(2, MAX_PIXELS / Math.max(width, height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(asSvg(drawing))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("the browser made no picture")) : resolve(blob)),
      "image/png",
    );
  });
}
