/** Starts a reference in a separate process and installs its dependencies on demand. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface StartedPeer {
  pid: number;
  stop(): void;
}

/** Runs `npm ci` in a folder with a lock file, once and without install scripts. */
export function installOnce(folder: string, flags: readonly string[] = []): void {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  process.stderr.write(`Installing the dependencies of ${folder}, once.\n`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...flags];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Resolves to the data of the ready line. Rejects if the process exits first. */
export function startPeer<T>(
  script: string,
  args: readonly string[],
  input?: string,
): Promise<T & StartedPeer> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const stop = () => void child.kill('SIGKILL');
  // An interrupted benchmark leaves no process behind.
  process.once('exit', stop);
  child.stdin.end(input ?? '');
  return new Promise((ready, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const line = text.split('\n').find((one) => one.startsWith('{"ready"'));
      if (!line) return;
      ready({ ...(JSON.parse(line) as T), pid: child.pid ?? 0, stop });
    });
    child.once('exit', (code) => {
      process.off('exit', stop);
      reject(new Error(`${script} exited with ${code}`));
    });
  });
}
