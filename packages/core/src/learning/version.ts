/**
 * The version of the algorithms: two runs with the same one ask the same questions, given the same answers. A journal
 * says which one it is of. It changes when a learner or a test of conjectures asks other words, or in another order.
 *
 * @example
 * console.log(Number.isInteger(ALGORITHM_VERSION)); // true
 */
export const ALGORITHM_VERSION = 13;
