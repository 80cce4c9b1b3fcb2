/** Opens the link in the mail that verifies an account's address, as its user does. */

import type { Person } from './person.ts';
import type { SandboxClient } from './sandbox-client.ts';
import { waitFor } from './sandbox-client.ts';

const linkPattern = /\/verify-email#token=([\w%-]+)/;

/** Waits for the mail and resolves to the token of its link. */
export async function readVerificationToken(
  email: string,
  sandbox: SandboxClient,
): Promise<string> {
  const token = await waitFor(`the link to ${email}`, async () => {
    const mails = await sandbox.readMails(email);
    return mails.map(({ text }) => linkPattern.exec(text)?.[1]).find((found) => found);
  });
  return decodeURIComponent(token);
}

/** Resolves to the person. Does nothing if the address is verified. */
export async function verifyAddress<P extends Pick<Person, 'email' | 'call'>>(
  person: P,
  sandbox: SandboxClient,
): Promise<P> {
  const { body } = await person.call('GET', '/users/self');
  if (body.email_verified) return person;
  const token = await readVerificationToken(person.email, sandbox);
  const response = await person.call('POST', '/users/verify-email', { token }, { token: null });
  if (response.status !== 200)
    throw new Error(`verify-email: ${response.status} ${JSON.stringify(response.body)}`);
  return person;
}
