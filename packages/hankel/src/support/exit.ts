/** How a command can end. A signal ends it with 128 and its number, as shells report it: 130 for an interrupt. */
export const EXIT = {
  done: 0,
  negative: 1,
  usage: 2,
  teacher: 3,
  budget: 4,
  bug: 70,
  interrupted: 130,
} as const;
