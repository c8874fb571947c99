/** How a command can end; 130 and 143 are what shells report for an interrupt and a request to end. */
export const EXIT = {
  done: 0,
  negative: 1,
  usage: 2,
  teacher: 3,
  budget: 4,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const;
