/** log Γ(x) for x > 0: Stirling's series, after x has been raised to 8. Eleven digits. */
export function logGamma(x: number): number {
  let [y, product] = [x, 1];
  while (y < 8) product *= y++;
  const inverse = 1 / y;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return (y - 0.5) * Math.log(y) - y + HALF_LOG_TWO_PI + series - (product === 1 ? 0 : Math.log(product));
}

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);
