/** One line of the bench, and what becomes of a bound that does not hold: the bench goes on and ends with 1. */

export const print = (name: string, value: string, aim = ''): void =>
  console.log(`${name.padEnd(62)} ${value.padStart(14)}${aim && `   aim ${aim}`}`);

export function printBound(name: string, value: number, most: number): void {
  const held = value <= most;
  print(name, value.toFixed(2), `at most ${most}${held ? '' : ' — NOT HELD'}`);
  if (!held) process.exitCode = 1;
}
