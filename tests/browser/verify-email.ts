/** Verifies a new user's address in the browser. */

import assert from 'node:assert/strict';
import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import { readVerificationToken } from '@nameloan/driver/verify-address';
import type { Window } from './window.ts';

/** Opens the emailed link; until then a bar reminds of it. */
export async function verifyEmail(
  window: Window,
  sandbox: SandboxClient,
  email: string,
): Promise<void> {
  const { page } = window;
  const bar = page.getByRole('region', { name: 'Email not verified' });
  await bar.waitFor();
  const token = await readVerificationToken(email, sandbox);
  await page.goto(`/verify-email#token=${token}`);
  await window.press(page.getByRole('button', { name: 'Verify Email' }));
  await page.getByText('Your email is verified.').waitFor();
  await window.press(page.getByRole('link', { name: 'Open the App' }));
  await page.waitForURL('**/app');
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await bar.count(), 0);
}

/** The link itself is opened in `whole-loan.test.ts`. */
export async function verifyByApi(
  url: string,
  email: string,
  sandbox: SandboxClient,
): Promise<void> {
  const { status } = await fetch(new URL('/api/users/verify-email', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: await readVerificationToken(email, sandbox) }),
  });
  assert.equal(status, 200);
}
