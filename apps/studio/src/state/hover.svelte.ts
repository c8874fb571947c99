/** The state that the pointer is on, wherever it is shown: a row, a leaf or a circle. */
export const hovered = $state<{ state: number | undefined }>({ state: undefined });
