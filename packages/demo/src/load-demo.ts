/** Loads demo data into an empty installation through the public API. Safe to repeat after a crash. */

import { hkdfSync } from 'node:crypto';
import { SandboxClient } from '@nameloan/driver/sandbox-client';
import type { AccountName } from './accounts.ts';
import { accountNames, cast, emailOf, logInAll } from './accounts.ts';
import { resumedStart } from './days.ts';
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
export async function loadDemo(there: DemoTarget): Promise<void> {
  const before = readMarker(there.marker);
  if (before?.loadedAt || before?.passwords === 'none') return;
  const startedMs = Date.now();
  process.stdout.write('Loading demo data; the accounts are printed when it is complete.\n');
  const sandbox = new SandboxClient(there.sandboxUrl);
  const { now: resumedAt } = await sandbox.clock();
  const daysDone = before?.daysDone ?? 0;
  const begunAt = resumedStart(before?.begunAt ?? resumedAt, daysDone, resumedAt);
  const passwords = before?.passwords ?? there.passwords;
  let marker: DemoMarker = { passwords, loadedAt: null, begunAt, daysDone };
  const keep = (more: Partial<DemoMarker>) => {
    marker = { ...marker, ...more };
    writeMarker(there.marker, marker);
  };
  keep({});
  const passwordOf = (who: AccountName) => makePassword(emailOf(who), marker, there);
  const people = await logInAll(there.url, passwordOf);
  await there.grantOperator(emailOf('opal'));
  const scenarioRun = { people, sandbox, memory: await readDemoState(people), begunAt };
  await runScenario(scenarioRun, daysDone, (done) => keep({ daysDone: done }));
  keep({ loadedAt: new Date().toISOString() });
  const { now } = await sandbox.clock();
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
  by: { now: string; passwordOf(who: AccountName): string; seconds: number },
): void {
  const random = passwords === 'random';
  const lines = [
    `The demo data is complete, after ${by.seconds} seconds. Business date: ${by.now.slice(0, 10)}, by the sandbox’s clock.`,
    random
      ? 'Demo accounts, with passwords that are shown only now and are not stored:'
      : 'Demo accounts, password “demo-password”:',
  ];
  for (const who of accountNames) {
    const { name, about } = cast[who];
    lines.push(`  ${emailOf(who)}  ${random ? `${by.passwordOf(who)}  ` : ''}(${name}: ${about})`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
