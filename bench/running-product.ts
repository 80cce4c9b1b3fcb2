/** `npm start` as a bench sees it: started on an empty folder, timed, weighed, stopped. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processStartOf } from '@nameloan/runtime/file-lock';

const root = resolve(import.meta.dirname, '..');

/** Process group of each product that runs → its data. A bench that is broken off leaves none behind. */
const running = new Map<number, string>();
process.on('exit', () => {
  for (const [group, folder] of running) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has already exited.
    }
    rmSync(folder, { recursive: true, force: true });
  }
});

export interface RunningProduct {
  startMs: number;
  url: string;
  /** Gateway and services; the database is a separate process. */
  pid: number;
  databasePid: number;
  serviceUrls: Record<string, string>;
  mongo: string;
  /** Of the broker if it is a separate process; otherwise messaging is in-process. */
  nats?: string;
  sandbox: string;
  internalSecret: string;
  sandboxSecret: string;
  /** File that says how far the demo data are. */
  demoMarker: string;
  /** Resident memory of the whole process tree in MB, npm included: as the sum, and with shared pages counted once. */
  memory(): { residentMb: number; proportionalMb: number };
  /** Ids of all its processes now, npm included. */
  processes(): number[];
  stop(): Promise<void>;
}

/** Through npm itself, on embedded engines, without demo data. */
export async function startProductForBench(
  settings: Record<string, string> = { RATE_LIMITS: 'off' },
): Promise<RunningProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-bench-'));
  const bin = join(root, 'node_modules', '.bin');
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
      HOME: process.env.HOME,
      DATA_DIR: folder,
      PORT: '0',
      SANDBOX_PORT: '0',
      NAMELOAN_DEMO: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    },
  });
  const top = child.pid ?? 0;
  running.set(top, folder);
  await new Promise<void>((ready, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      if (text.includes('Nameloan is ready on')) ready();
    });
    child.once('exit', () => reject(new Error(`the product ended: ${text}`)));
  });
  const startMs = performance.now() - started;
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  return {
    startMs,
    databasePid: tree(top).find((pid) => commandOf(pid).includes('embedded-mongo')) ?? 0,
    demoMarker: join(folder, 'demo.json'),
    ...run,
    internalSecret: secrets.internalSecret,
    sandboxSecret: secrets.sandboxSecret,
    memory: () => weigh(top),
    processes: () => tree(top),
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      process.kill(-top, 'SIGTERM');
      await ended;
      // npm ends at once; what it started still drains.
      while (processStartOf(run.pid) !== '') await new Promise((done) => setTimeout(done, 50));
      running.delete(top);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function weigh(top: number) {
  const pids = tree(top);
  const sum = (what: 'Rss' | 'Pss') =>
    pids.reduce((total, pid) => total + memoryMbOf(pid, what), 0);
  return { residentMb: sum('Rss'), proportionalMb: sum('Pss') };
}

function memoryMbOf(pid: number, what: 'Rss' | 'Pss'): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

function tree(top: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const found = [top];
  for (const pid of found) for (const [one, parent] of parents) if (parent === pid) found.push(one);
  return found;
}
