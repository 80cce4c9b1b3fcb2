/** One process at a time: a lock file that holds who holds it, so that a kill -9 does not leave it stuck. */

import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const guardMs = 5000;
const maxTries = 200;

/** Takes `file` for this process; resolves to the id of the living process that has it, or undefined once taken. */
export function takeLock(file: string): number | undefined {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, `${process.pid} ${processStartOf(process.pid)}`, { mode: 0o600 });
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      // A link appears with its content or not at all; a file that is written is empty for a moment.
      if (linked(mine, file)) return undefined;
      const holder = holderOf(file);
      if (holder !== undefined) return holder;
      removeStale(file, mine);
    }
    throw new Error(`${file} cannot be taken`);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Gives the lock back if it is still this process's. */
export function releaseLock(file: string): void {
  if (holderOf(file) === process.pid) rmSync(file, { force: true });
}

/** The living process that holds the lock, if any. */
export function holderOf(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
  const [pid = '', start = ''] = text.split(' ');
  return start !== '' && processStartOf(Number(pid)) === start ? Number(pid) : undefined;
}

/** Of several that find a lock of a dead process, one at a time looks again and removes it. */
function removeStale(file: string, mine: string): void {
  const guard = `${file}.guard`;
  if (!linked(mine, guard)) {
    try {
      if (Date.now() - statSync(guard).mtimeMs > guardMs) rmSync(guard, { force: true });
    } catch {
      // It is gone; the next try finds out.
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return;
  }
  try {
    if (holderOf(file) === undefined) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

/** When a process started, so that a recycled process id is not taken for it; empty when it is gone. */
export function processStartOf(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return '';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Field 3 is the state; a zombie has ended.
    return fields[0] === 'Z' ? '' : (fields[19] ?? 'alive');
  } catch {
    return startByPs(pid);
  }
}

/** Where there is no /proc. */
function startByPs(pid: number): string {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return text.trim().replaceAll(/\s+/g, '_');
  } catch {
    return '';
  }
}
