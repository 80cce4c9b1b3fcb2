/** Loads demo data into an empty installation through the public API. Safe to repeat after a crash. */

import { hkdfSync } from 'node:crypto';
import { SandboxClient } from '@nameloan/driver/sandbox-client';
import type { AccountName } from './accounts.ts';
import { accountNames, emailOf, profiles, signInAll } from './accounts.ts';
import { resumeStart } from './days.ts';
import type { DemoMarker } from './demo-marker.ts';
import { readMarker, writeMarker } from './demo-marker.ts';
import { readDemoState } from './demo-state.ts';
import { runScenario } from './run-scenario.ts';

export interface DemoTarget {
  url: string;
  sandboxUrl: string;
  /** File of the demo marker. */
  marker: string;
  passwords: 'known' | 'random';
  /** The installation's seed; random passwords are derived from it, so that none is stored and a crash loses none. */
  seed: string;
  /** Makes an account an operator, as `npm run operator -- grant` does. */
  grantOperator(email: string): Promise<unknown>;
}

/** Resumes incomplete demo data with the same passwords and start day. */
export async function loadDemo(target: DemoTarget): Promise<void> {
  const before = readMarker(target.marker);
  if (before?.loadedAt || before?.passwords === 'none') return;
  const startedMs = Date.now();
  process.stdout.write('Loading demo data; the accounts are printed when it is complete.\n');
  const sandbox = new SandboxClient(target.sandboxUrl);
  const { now: resumedAt } = await sandbox.readClock();
  const daysDone = before?.daysDone ?? 0;
  const begunAt = resumeStart(before?.begunAt ?? resumedAt, daysDone, resumedAt);
  const passwords = before?.passwords ?? target.passwords;
  let marker: DemoMarker = { passwords, loadedAt: null, begunAt, daysDone };
  const saveMarker = (changes: Partial<DemoMarker>) => {
    marker = { ...marker, ...changes };
    writeMarker(target.marker, marker);
  };
  saveMarker({});
  const passwordOf = (account: AccountName) => makePassword(emailOf(account), marker, target);
  const accounts = await signInAll({ url: target.url, sandbox }, passwordOf);
  await target.grantOperator(emailOf('opal'));
  const scenarioRun = { accounts, sandbox, state: await readDemoState(accounts), begunAt };
  await runScenario(scenarioRun, daysDone, (done) => saveMarker({ daysDone: done }));
  saveMarker({ loadedAt: new Date().toISOString() });
  const { now } = await sandbox.readClock();
  printAccounts(marker, { now, passwordOf, seconds: Math.round((Date.now() - startedMs) / 1000) });
}

function makePassword(email: string, { passwords }: DemoMarker, { seed }: DemoTarget): string {
  if (passwords !== 'random') return 'demo-password';
  return Buffer.from(hkdfSync('sha256', seed, email, 'nameloan demo password', 18)).toString(
    'base64url',
  );
}

function printAccounts(
  { passwords }: DemoMarker,
  by: { now: string; passwordOf(account: AccountName): string; seconds: number },
): void {
  const random = passwords === 'random';
  const lines = [
    `The demo data is complete after ${by.seconds} seconds. Business date: ${by.now.slice(0, 10)} on the sandbox’s clock.`,
    random
      ? 'Demo accounts, with passwords that are shown only once:'
      : 'Demo accounts, password “demo-password”:',
  ];
  for (const account of accountNames) {
    const { name, about } = profiles[account];
    lines.push(
      `  ${emailOf(account)}  ${random ? `${by.passwordOf(account)}  ` : ''}(${name}: ${about})`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
