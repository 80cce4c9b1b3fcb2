/** Prints a result. If one exceeds its budget, the benchmark continues and exits with 1. */

export const print = (name: string, value: string, aim = ''): void =>
  console.log(`${name.padEnd(62)} ${value.padStart(14)}${aim && `   aim ${aim}`}`);

export function printBound(name: string, value: number, max: number): void {
  const isMet = value <= max;
  print(name, value.toFixed(2), `at most ${Number(max.toFixed(2))}${isMet ? '' : ' — EXCEEDED'}`);
  if (!isMet) process.exitCode = 1;
}
