/** The checks that need nothing running: each is an npm script of its own, and they run side by side. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';

interface Check {
  name: string;
  /** The script in package.json. */
  script: string;
}

/** Its files are read by the types and the boundaries, so it goes first. */
const generate: Check = { name: 'types of resolvers', script: 'generate' };

const checks: readonly Check[] = [
  { name: 'types', script: 'types' },
  { name: 'formatter and linter', script: 'lint' },
  { name: 'boundaries', script: 'boundaries' },
  { name: 'supergraph and OpenAPI up to date', script: 'supergraph:check' },
];

export interface Checked {
  name: string;
  passed: boolean;
  seconds: number;
  /** What the script printed. */
  output: string;
}

const longestOutput = 8000;

function runCheck({ name, script }: Check, root: string): Promise<Checked> {
  const started = Date.now();
  let output = '';
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, NO_COLOR: '1' };
  return new Promise((done) => {
    const end = (passed: boolean) => {
      const seconds = (Date.now() - started) / 1000;
      done({ name, passed, seconds, output: output.slice(-longestOutput) });
    };
    const child = spawn('npm', ['run', '--silent', script], { cwd: root, env });
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** Runs all checks and prints each as it ends: a line if it passed, else all that it said. */
export async function runChecks(root: string): Promise<Checked[]> {
  const tell = async (check: Check) => {
    const checked = await runCheck(check, root);
    const { name, passed, seconds, output } = checked;
    const line = `${passed ? '✔' : '✖'} ${name} (${seconds.toFixed(1)} s)`;
    console.log(passed ? line : `${line}\n${output}`);
    return checked;
  };
  const first = await tell(generate);
  return [first, ...(await Promise.all(checks.map(tell)))];
}
