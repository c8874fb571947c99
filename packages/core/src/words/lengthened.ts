/** A longer copy of an array of integers, filled up with zeros: typed arrays cannot grow. */
export function lengthened(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(array);
  return longer;
}
