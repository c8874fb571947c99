/** A longer copy of a typed array, filled up with zeros: typed arrays cannot grow. */
export function lengthened(array: Int32Array, length: number): Int32Array<ArrayBuffer>;
export function lengthened(array: Float64Array, length: number): Float64Array<ArrayBuffer>;
export function lengthened(
  array: Int32Array | Float64Array,
  length: number,
): Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
  const longer = array instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
  longer.set(array);
  return longer;
}
