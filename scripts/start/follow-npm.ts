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

/** What npm runs between itself and us: a shell, and for `npm run dev` the node that watches the files. */
const between: ReadonlyMap<string | undefined, number> = new Map([
  ['start', 1],
  ['dev', 2],
]);

/** Our parent, its parent, and so on. */
function ancestors(count: number): number[] {
  const found = [process.ppid];
  while (found.length < count) found.push(parentOf(found.at(-1) ?? 0));
  return found;
}

/** Any of those between may go away too. Started without npm, nobody is followed. */
export function followNpm(environment: Record<string, string | undefined>, stop: () => void): void {
  const count = between.get(environment.npm_lifecycle_event);
  if (count === undefined) return;
  const first = ancestors(count + 1);
  const [parent = 0] = first;
  const known = first.filter((pid) => pid > 1).length;
  const look = setInterval(() => {
    if (ancestors(known).every((pid, at) => pid === first[at])) return;
    clearInterval(look);
    // Who watches files would start us again.
    if (count > 1 && process.ppid === parent) process.kill(parent, 'SIGTERM');
    stop();
  }, lookEveryMs);
  look.unref();
}
