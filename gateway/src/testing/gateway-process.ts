/** Starts the gateway as a separate process and collects its output. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../main.ts');

export function startGatewayProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  return { child, output: () => output, errors: () => errors };
}
