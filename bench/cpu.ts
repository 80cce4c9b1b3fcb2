/** CPU time of a process, from the kernel's counters. */

import { readFileSync } from 'node:fs';

const tickMs = 10;

/** CPU milliseconds since the start of the process, without its children. */
export function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
