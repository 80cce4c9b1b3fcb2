/** How much CPU a process has used, as the kernel counts it. */

import { readFileSync } from 'node:fs';

const tickMs = 10;

/** Milliseconds so far, of this process alone. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
