/** `npm start` for benchmarks: starts on an empty folder, measures start time and memory, and stops. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processStartOf } from '@nameloan/runtime/file-lock';

const root = resolve(import.meta.dirname, '..');

/** Process group of each running product → its data folder. An interrupted benchmark leaves none behind. */
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
  /** URL of the broker; absent if messaging is in-process. */
  nats?: string;
  /** Password of each user of the broker. */
  natsPasswords?: Record<string, string>;
  sandbox: string;
  internalSecret: string;
  sandboxSecret: string;
  /** File with the state of the demo data. */
  demoMarker: string;
  /** Resident memory of the whole process tree in MB, including npm: the sum, and with shared pages counted once. */
  memory(): { residentMb: number; proportionalMb: number };
  /** Ids of all its current processes, including npm. */
  processes(): number[];
  stop(): Promise<void>;
}

/** Starts through npm, on embedded engines, without demo data. */
export async function startProductForBench(
  settings: Record<string, string> = { RATE_LIMITS: 'off' },
): Promise<RunningProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-bench-'));
  const bin = join(root, 'node_modules', '.bin');
  const startedMs = performance.now();
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
  const rootPid = child.pid ?? 0;
  running.set(rootPid, folder);
  await new Promise<void>((ready, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      if (text.includes('Nameloan is ready on')) ready();
    });
    child.once('exit', () => reject(new Error(`the product exited: ${text}`)));
  });
  const startMs = performance.now() - startedMs;
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  return {
    startMs,
    databasePid:
      findProcessTree(rootPid).find((pid) => readCommandLine(pid).includes('embedded-mongo')) ?? 0,
    demoMarker: join(folder, 'demo.json'),
    ...run,
    internalSecret: secrets.internalSecret,
    sandboxSecret: secrets.sandboxSecret,
    memory: () => measureMemory(rootPid),
    processes: () => findProcessTree(rootPid),
    stop: async () => {
      const exited = new Promise((done) => child.once('exit', done));
      process.kill(-rootPid, 'SIGTERM');
      await exited;
      // npm exits immediately while the product still drains.
      while (processStartOf(run.pid) !== '') await new Promise((done) => setTimeout(done, 50));
      running.delete(rootPid);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function measureMemory(rootPid: number) {
  const pids = findProcessTree(rootPid);
  const sum = (kind: 'Rss' | 'Pss') =>
    pids.reduce((total, pid) => total + readMemoryMb(pid, kind), 0);
  return { residentMb: sum('Rss'), proportionalMb: sum('Pss') };
}

function readMemoryMb(pid: number, kind: 'Rss' | 'Pss'): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
}

const readCommandLine = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

function findProcessTree(rootPid: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It exited in the meantime.
    }
  }
  const pids = [rootPid];
  for (const pid of pids) for (const [one, parent] of parents) if (parent === pid) pids.push(one);
  return pids;
}
