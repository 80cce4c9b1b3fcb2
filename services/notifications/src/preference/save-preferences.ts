/** A person reads and changes what mail they want. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { refuseFaults } from '@nameloan/contracts/input-faults.ts';
import { commit } from '../kit.ts';
import { recipients } from '../recipient/recipient.model.ts';
import type { Recipient } from '../recipient/recipient.ts';
import type { MailGroup } from './preferences.ts';
import { changeSwitches } from './preferences.ts';

/** UNAVAILABLE in the moment after a registration in which the account is not known here yet. */
export async function readRecipient({ accountId }: AccountActor): Promise<Recipient> {
  return (await recipients.find(accountId)) ?? refuseUnknown();
}

/** Absent and null switches stay as they are. INVALID_INPUT names each group whose mail cannot be off. */
export function savePreferences(
  { accountId }: AccountActor,
  asked: Partial<Record<MailGroup, boolean | null>>,
): Promise<Recipient> {
  return commit(async (tx) => {
    const before = (await recipients.find(accountId, tx)) ?? refuseUnknown();
    const { mailOff, faults } = changeSwitches(before, asked);
    refuseFaults(faults);
    return recipients.move(before, { ...before, mailOff }, tx);
  });
}

function refuseUnknown(): never {
  throw new DomainError('UNAVAILABLE', 'Your account is being set up. Please try again.', {
    retryAfterSeconds: 1,
  });
}
