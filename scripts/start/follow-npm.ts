/** Stops the product when the npm that started it has ended: npm does not pass SIGTERM on to what it runs. */

import { readFileSync } from 'node:fs';

const lookEveryMs = 1000;

/** Parent of a process; 0 where the system does not tell. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** npm runs a shell that runs us; either may go away. Started without npm, nobody is followed. */
export function followNpm(environment: Record<string, string | undefined>, stop: () => void): void {
  if (environment.npm_lifecycle_event !== 'start') return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const look = setInterval(() => {
    if (process.ppid === shell && (npm <= 1 || parentOf(shell) === npm)) return;
    clearInterval(look);
    stop();
  }, lookEveryMs);
  look.unref();
}
