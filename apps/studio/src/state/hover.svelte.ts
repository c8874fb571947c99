/** The state that the pointer or the focus is on, in whichever view: its row, its leaf and its circle light up together. */
export const hovered = $state<{ state: number | undefined }>({ state: undefined });
