/** A longer copy of a typed array, filled up with zeros: typed arrays cannot grow. */
export function lengthened(array: Int32Array, length: number): Int32Array<ArrayBuffer>;
export function lengthened(array: Float64Array, length: number): Float64Array<ArrayBuffer>;
export function lengthened(array: Uint8Array, length: number): Uint8Array<ArrayBuffer>;
export function lengthened(array: Int32Array | Float64Array | Uint8Array, length: number) {
  const longer =
    array instanceof Int32Array
      ? new Int32Array(length)
      : array instanceof Uint8Array
        ? new Uint8Array(length)
        : new Float64Array(length);
  longer.set(array);
  return longer;
}
