/** The value of a key, which is made and added when there is none. */
export function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** A longer copy of a typed array, filled up with zeros: typed arrays cannot grow. */
export function lengthened(array: Uint8Array, length: number): Uint8Array<ArrayBuffer>;
export function lengthened(array: Int32Array, length: number): Int32Array<ArrayBuffer>;
export function lengthened(array: Float64Array, length: number): Float64Array<ArrayBuffer>;
export function lengthened(array: Uint8Array | Int32Array | Float64Array, length: number) {
  const Kind =
    array instanceof Int32Array ? Int32Array : array instanceof Float64Array ? Float64Array : Uint8Array;
  const longer = new Kind(length);
  longer.set(array);
  return longer;
}
