/** An array of equal weights. Built with `push`, so that V8 keeps it as an array without holes. */
export function filled<W>(length: number, weight: W): W[] {
  const array: W[] = [];
  for (let at = 0; at < length; at++) array.push(weight);
  return array;
}
