/** Reads and changes an account's mail preferences. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import { recipients } from '../recipient/recipient.model.ts';
import type { Recipient } from '../recipient/recipient.ts';
import { commit } from '../service-context.ts';
import type { MailGroup } from './preferences.ts';
import { changeSwitches } from './preferences.ts';

/** UNAVAILABLE right after a registration, until the account has been synced. */
export async function readRecipient({ accountId }: AccountActor): Promise<Recipient> {
  return (await recipients.find(accountId)) ?? throwNotReady();
}

/** Absent and null switches stay unchanged. INVALID_INPUT names each group that must stay on. */
export function savePreferences(
  { accountId }: AccountActor,
  input: Partial<Record<MailGroup, boolean | null>>,
): Promise<Recipient> {
  return commit(async (tx) => {
    const before = (await recipients.find(accountId, tx)) ?? throwNotReady();
    const { mailOff, errors } = changeSwitches(before, input);
    assertValid(errors);
    return recipients.update(before, { ...before, mailOff }, tx);
  });
}

function throwNotReady(): never {
  throw new DomainError(
    'UNAVAILABLE',
    'Your account is still being set up. Try again in a moment.',
    {
      retryAfterSeconds: 1,
    },
  );
}
