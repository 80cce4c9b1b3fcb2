/** Stops the product when the npm that started it has exited: killed, or by a signal that a shell between them kept. */

import { readFileSync } from 'node:fs';

/** The next start waits longer than this, see `DataFolder.lock`. */
const pollIntervalMs = 500;

/** Parent of a process; 0 if the system doesn't report it. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Whether a process is a shell, which a script without `exec` has between npm and its command. */
function isShell(pid: number): boolean {
  try {
    return /^(a|ba|da|z)?sh$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  } catch {
    return false;
  }
}

/** npm commands that run until they are stopped. */
const longRunning: ReadonlySet<string | undefined> = new Set(['start', 'dev']);

/** Monitors npm, and the shell between npm and this process if there is one. Without npm, nothing is monitored. */
export function exitWithNpm(
  environment: Record<string, string | undefined>,
  stop: () => void,
): void {
  if (!longRunning.has(environment.npm_lifecycle_event)) return;
  const throughShell = isShell(process.ppid);
  const readAncestors = () =>
    throughShell ? [process.ppid, parentOf(process.ppid)] : [process.ppid];
  const initial = readAncestors();
  if (initial.includes(1)) return;
  const timer = setInterval(() => {
    if (readAncestors().every((pid, index) => pid === initial[index])) return;
    clearInterval(timer);
    stop();
  }, pollIntervalMs);
  timer.unref();
}
