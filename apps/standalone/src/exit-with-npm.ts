/** Stops the product when the npm that started it has ended: npm does not pass SIGTERM on to what it runs. */

import { readFileSync } from 'node:fs';

const lookEveryMs = 2000;

/** Parent of a process; 0 if the system doesn't report it. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Commands that npm runs for as long as they go. */
const followed: ReadonlySet<string | undefined> = new Set(['start', 'dev']);

/** A shell is between npm and us and may end too. Without npm, no process is monitored. */
export function exitWithNpm(
  environment: Record<string, string | undefined>,
  stop: () => void,
): void {
  if (!followed.has(environment.npm_lifecycle_event)) return;
  const above = () => [process.ppid, parentOf(process.ppid)];
  const first = above();
  const known = first.filter((pid) => pid > 1).length;
  const look = setInterval(() => {
    if (
      above()
        .slice(0, known)
        .every((pid, at) => pid === first[at])
    )
      return;
    clearInterval(look);
    stop();
  }, lookEveryMs);
  look.unref();
}
