/** What an operation needs of the algebra, asked for in one place and refused in the same words. */

import { type GroupWithZero, isSemifield, type Semifield } from "../algebra/semifield.ts";
import { HankelError } from "../errors.ts";

/** The algebra with its ⊕, or an error that says who needs it. */
export function withSums<W>(algebra: GroupWithZero<W>, operation: string): Semifield<W> {
  if (isSemifield(algebra)) return algebra;
  throw new HankelError("unsupported", `${operation} needs ⊕, and ${algebra.name} has none`);
}

/** An error unless ⊗ is commutative. */
export function needsCommutative<W>(algebra: GroupWithZero<W>, operation: string): void {
  if (algebra.commutative) return;
  throw new HankelError(
    "unsupported",
    `${operation} needs a commutative ⊗, and that of ${algebra.name} is not`,
  );
}
