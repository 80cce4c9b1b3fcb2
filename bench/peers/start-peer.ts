/** A reference in a separate process: installs its dependencies on demand, starts, stops. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface StartedPeer {
  pid: number;
  stop(): void;
}

/** `npm ci` in a folder with a lock file, once; nothing of it runs at the install. */
export function installIn(folder: string, flags: readonly string[] = []): void {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  process.stderr.write(`Installing what ${folder} needs, once.\n`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...flags];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Resolves to what its ready line says. Rejects when it ends before. */
export function startPeer<T>(
  script: string,
  args: readonly string[],
  input?: string,
): Promise<T & StartedPeer> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const end = () => void child.kill('SIGKILL');
  // A bench that is broken off leaves none behind.
  process.once('exit', end);
  child.stdin.end(input ?? '');
  return new Promise((ready, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const line = text.split('\n').find((one) => one.startsWith('{"ready"'));
      if (!line) return;
      ready({ ...(JSON.parse(line) as T), pid: child.pid ?? 0, stop: end });
    });
    child.once('exit', (code) => {
      process.off('exit', end);
      reject(new Error(`${script} ended with ${code}`));
    });
  });
}
