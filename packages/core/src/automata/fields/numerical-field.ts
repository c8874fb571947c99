import {
  type Addition,
  type GroupWithZero,
  type InexactSemifield,
  isField,
} from "../../algebra/semifield.ts";

/** A field whose weights are floats, such as `real`. */
export type NumericalField = InexactSemifield<number> & Required<Pick<Addition<number>, "negate">>;

/** The algebra, if it is a field whose weights are floats that stand for themselves; otherwise `undefined`. */
export function numericalField(algebra: GroupWithZero<unknown>): NumericalField | undefined {
  if (algebra.exact || !isField(algebra) || algebra.zero !== 0 || algebra.one !== 1) return undefined;
  return algebra as unknown as NumericalField;
}
