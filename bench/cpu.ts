/** CPU time of processes and of the machine, from the kernel's counters. */

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const tickMs = 10;

/** CPU milliseconds since the start of the process, without its children. */
export function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** CPU milliseconds of all processes since the machine started; what its host takes counts too. */
function readMachineMs(): number {
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').split(/\s+/);
  // user, nice, system, idle, iowait, irq, softirq, steal.
  const [user, nice, system, , , irq, softirq, steal] = ticks.map(Number);
  const busy = [user, nice, system, irq, softirq, steal];
  return busy.reduce<number>((sum, one) => sum + (one ?? 0), 0) * tickMs;
}

/** Share of the machine's CPU that other processes take until the returned function is called. */
export function watchOthers(readOwnPids: () => readonly number[]): () => number {
  const ownAtStart = new Map(readOwnPids().map((pid) => [pid, readCpuMs(pid)]));
  const machineAtStart = readMachineMs();
  const startedAt = performance.now();
  return () => {
    const machineMs = readMachineMs() - machineAtStart;
    const ownMs = readOwnPids().reduce(
      (sum, pid) => sum + readCpuMs(pid) - (ownAtStart.get(pid) ?? 0),
      0,
    );
    const capacityMs = (performance.now() - startedAt) * availableParallelism();
    return Math.max(0, machineMs - ownMs) / capacityMs;
  };
}
