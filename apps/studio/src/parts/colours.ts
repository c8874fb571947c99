/** Okabe and Ito's palette, which colour-blind people can tell apart. Classes also show their numbers. */
const PALETTE = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a7a00", "#7a5195"];

export function colourOf(state: number): string {
  return state < 0 ? "transparent" : PALETTE[state % PALETTE.length];
}
