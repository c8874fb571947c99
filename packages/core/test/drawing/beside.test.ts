/** Drawings beside each other in one picture. */

import { boolean, fromExpression, graphOf, layout, minimize, toSvg, toSvgBeside } from "@hankel/core";
import { expect, test } from "vitest";

const drawn = (text: string, caption = text) => ({
  drawing: layout(graphOf(minimize(fromExpression(text, boolean)))),
  caption,
});

/** The size that a picture says it has. */
function sizeOf(svg: string): { width: number; height: number } {
  const [, width, height] = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"/u.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

test("stand next to each other, each below its caption, and do not overlap", () => {
  const both = [drawn("ab"), drawn("(a|b)*abb", "<the other>")];
  const svg = toSvgBeside(both);
  const alone = both.map(({ drawing }) => sizeOf(toSvg(drawing)));
  const { width, height } = sizeOf(svg);
  expect(width).toBeGreaterThan(alone[0].width + alone[1].width);
  expect(height).toBeGreaterThan(Math.max(alone[0].height, alone[1].height));
  expect(svg).toContain(">&lt;the other&gt;</text>");
  // The second begins behind the end of the first.
  const [first, second] = Array.from(svg.matchAll(/translate\(([-\d.]+) ([-\d.]+)\)/gu), ([, x]) =>
    Number(x),
  );
  const [left, right] = both.map(({ drawing }) => drawing.box);
  expect(second + right.x).toBeGreaterThanOrEqual(first + left.x + left.width);
  expect(svg.match(/<style>/gu)).toHaveLength(1);
});

test("a long caption has room", () => {
  const caption = "a caption that is much longer than the drawing of a language of one word is wide";
  const narrow = sizeOf(toSvgBeside([drawn("a"), drawn("b")]));
  expect(sizeOf(toSvgBeside([drawn("a", caption), drawn("b")])).width).toBeGreaterThan(narrow.width);
});
