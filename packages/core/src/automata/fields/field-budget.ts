import type { WorkLimit } from "../distances/shortest-distance.ts";
import { OperationBudget } from "../operation-budget.ts";

/** Products over a field before an operation gives up; on typed arrays a product counts a sixteenth. */
const MAX_PRODUCTS = 1e9;

/** The budget of an operation over a field. */
export function fieldBudget(operation: string, limits: WorkLimit): OperationBudget {
  return new OperationBudget(operation, "products", limits.maxProducts ?? MAX_PRODUCTS);
}
