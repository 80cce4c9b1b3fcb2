/** Stops the product when the npm that started it has exited, because npm does not forward SIGTERM to its child. */

import { readFileSync } from 'node:fs';

const pollIntervalMs = 2000;

/** Parent of a process; 0 if the system doesn't report it. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** npm commands that run until they are stopped. */
const longRunning: ReadonlySet<string | undefined> = new Set(['start', 'dev']);

/** Monitors npm and the shell between npm and this process. Without npm, nothing is monitored. */
export function exitWithNpm(
  environment: Record<string, string | undefined>,
  stop: () => void,
): void {
  if (!longRunning.has(environment.npm_lifecycle_event)) return;
  const readAncestors = () => [process.ppid, parentOf(process.ppid)];
  const initial = readAncestors();
  const monitored = initial.filter((pid) => pid > 1).length;
  const timer = setInterval(() => {
    const ancestors = readAncestors().slice(0, monitored);
    if (ancestors.every((pid, index) => pid === initial[index])) return;
    clearInterval(timer);
    stop();
  }, pollIntervalMs);
  timer.unref();
}
