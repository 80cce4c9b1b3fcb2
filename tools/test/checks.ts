/** Static checks; each is a script of package.json. */

import { spawn } from 'node:child_process';

interface Check {
  name: string;
  /** The script in package.json. */
  script: string;
}

const generate: Check = { name: 'generated types and documents', script: 'generate' };

/** Checks that read the files written by `generate`. */
const checksAfterGenerate: readonly Check[] = [
  { name: 'types', script: 'tsc' },
  { name: 'boundaries', script: 'boundaries' },
  { name: 'no unused files, exports or dependencies', script: 'unused' },
];

const independentChecks: readonly Check[] = [
  { name: 'formatter and linter', script: 'lint' },
  { name: 'supergraph and OpenAPI up to date', script: 'supergraph:check' },
  { name: 'files from services.json and settings up to date', script: 'generate:infra:check' },
];

export interface CheckResult {
  name: string;
  passed: boolean;
}

const maxOutputLength = 8000;

/** Prints a line if the check passes, else all of its output. */
function runCheck({ name, script }: Check, root: string): Promise<CheckResult> {
  const started = Date.now();
  let output = '';
  const env = { ...process.env, NO_COLOR: '1' };
  return new Promise((done) => {
    const end = (passed: boolean) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const line = `${passed ? '✔' : '✖'} ${name} (${seconds} s)`;
      console.log(passed ? line : `${line}\n${output.slice(-maxOutputLength)}`);
      done({ name, passed });
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

export const runGenerate = (root: string): Promise<CheckResult> => runCheck(generate, root);

/** Runs all checks concurrently; those that read generated files wait for `generated`, the result of `runGenerate`. */
export async function runChecks(
  root: string,
  generated: Promise<CheckResult>,
): Promise<CheckResult[]> {
  const run = (check: Check) => runCheck(check, root);
  const afterGenerate = async () => {
    await generated;
    return Promise.all(checksAfterGenerate.map(run));
  };
  const results = await Promise.all([afterGenerate(), Promise.all(independentChecks.map(run))]);
  return [await generated, ...results.flat()];
}
