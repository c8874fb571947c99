/** How long the processor has worked for this process, in milliseconds. What else the machine does makes no difference. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
