import { HankelError } from "../errors.ts";

/** Counts what an operation uses, and stops it with a `budget` error at a limit. */
export class OperationBudget {
  readonly limit: number;
  readonly #operation: string;
  readonly #unit: string;
  #spent = 0;

  /** The names of the operation and of the unit, for the message: "determinize", "states". */
  constructor(operation: string, unit: string, limit: number) {
    if (!(limit >= 0))
      throw new HankelError("usage", `a budget of ${unit} is a number from 0 on, not ${limit}`);
    this.limit = limit;
    this.#operation = operation;
    this.#unit = unit;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Counts an amount; `reached` describes the progress for the message. */
  spend(amount = 1, reached?: () => string): void {
    this.#spent += amount;
    if (this.#spent <= this.limit) return;
    const how = reached === undefined ? "" : `: ${reached()}`;
    throw new HankelError(
      "budget",
      `${this.#operation} stopped at its budget of ${this.limit} ${this.#unit}${how}`,
    );
  }
}

/** Products over a field before an operation gives up; on typed arrays a product counts a sixteenth. */
const MAX_PRODUCTS = 1e9;

/** The budget of an operation over a field. */
export function fieldBudget(
  operation: string,
  { maxProducts = MAX_PRODUCTS }: { readonly maxProducts?: number | undefined },
): OperationBudget {
  return new OperationBudget(operation, "products", maxProducts);
}
