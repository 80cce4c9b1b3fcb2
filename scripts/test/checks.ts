/** The checks that need nothing running: each is a script of package.json. */

import { spawn } from 'node:child_process';

interface Check {
  name: string;
  /** The script in package.json. */
  script: string;
}

/** Side by side; within a row one after the other, for the boundaries read what the types generate. */
const rows: readonly (readonly Check[])[] = [
  [
    { name: 'types', script: 'types' },
    { name: 'boundaries', script: 'boundaries' },
  ],
  [{ name: 'formatter and linter', script: 'lint' }],
  [{ name: 'supergraph and OpenAPI up to date', script: 'supergraph:check' }],
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
  const env = { ...process.env, NO_COLOR: '1' };
  return new Promise((done) => {
    const end = (passed: boolean) => {
      const seconds = (Date.now() - started) / 1000;
      done({ name, passed, seconds, output: output.slice(-longestOutput) });
    };
    const child = spawn(process.execPath, ['--run', script], { cwd: root, env });
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
  const inTurn = async (row: readonly Check[]) => {
    const those: Checked[] = [];
    for (const check of row) those.push(await tell(check));
    return those;
  };
  return (await Promise.all(rows.map(inTurn))).flat();
}
