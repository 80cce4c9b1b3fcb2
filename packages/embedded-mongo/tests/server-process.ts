/** The engine in a separate process, for tests that kill it. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '..', 'src', 'main.ts');

export type ServerProcess = {
  url: string;
  child: ChildProcess;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
};

function start(args: string[], env?: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
}

/** Starts the command line's server and waits for its URL. */
export async function startServerProcess(dataDir: string): Promise<ServerProcess> {
  const child = start(['--data', dataDir]);
  if (!child.stdout) throw new Error('the server has no output');
  const [url] = await once(createInterface(child.stdout), 'line');
  return {
    url: String(url),
    child,
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Runs the command line to its end; for starts that are refused. */
export async function runToExit(
  args: string[],
  env?: NodeJS.ProcessEnv,
): Promise<{ code: number; error: string }> {
  const child = start(args, env);
  let error = '';
  child.stderr?.on('data', (chunk) => {
    error += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code: Number(code), error };
}

/** A temporary folder and its removal. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'embedded-mongo-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
