/** Changes the details of a payee: a new version, valid at once or, if an open loan names it, after 72 hours. */

import { isDeepStrictEqual } from 'node:util';
import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { commit, quotas } from '../service-context.ts';
import {
  assertMayChangePayees,
  assertNotHeld,
  getOwnPayee,
  lockAccount,
  requestPayeeUse,
} from './guard-payees.ts';
import type { ParsedPayee, PayeeInput } from './parse-payee.ts';
import { parseLabel, parsePayee } from './parse-payee.ts';
import { payees } from './payee.model.ts';
import type { Payee, PayeeVersion } from './payee.ts';
import { changeDelayMs, findCurrent, findPending, maxVersions, withdrawPending } from './payee.ts';
import { readFields } from './read-fields.ts';
import { emitPayeeChanged, withNewVersion } from './save-version.ts';

/**
 * Replaces a change that waits. Details that equal the valid ones withdraw it; details that equal the waiting ones change
 * nothing. EMAIL_NOT_VERIFIED; STEP_UP_REQUIRED; NOT_FOUND; INVALID_INPUT with a sentence per field; CONFLICT with
 * EMAIL_CHANGING, SECURITY_CHANGED_RECENTLY, CLAIM_OPEN or TOO_MANY_PAYEES; TOO_MANY_REQUESTS; UNAVAILABLE if lending does
 * not answer.
 */
export async function changePayee(
  actor: AccountActor,
  { id, ...input }: PayeeInput & { id: string },
): Promise<Payee> {
  await assertMayChangePayees(actor);
  const { accountId } = actor;
  const known = await getOwnPayee(accountId, id);
  const holder = input.holder ?? findCurrent(known, accountNow())?.holder;
  const parsed = parsePayee(known.kind, { ...input, holder });
  const { named, claimOpen } = await requestPayeeUse(accountId, id);
  return commit((tx) => storeChange({ accountId, id, input, parsed, named, claimOpen }, tx));
}

interface Change {
  accountId: string;
  id: string;
  input: PayeeInput;
  parsed: ParsedPayee;
  named: boolean;
  claimOpen: boolean;
}

async function storeChange(change: Change, tx: Tx): Promise<Payee> {
  const { accountId, id, input, parsed } = change;
  const account = await lockAccount(accountId, tx);
  const stored = await getOwnPayee(accountId, id, tx);
  const label = input.label === undefined ? stored.label : parseLabel(input.label);
  const payee = { ...stored, label };
  const at = accountNow();
  const pending = findPending(payee, at);
  const current = findCurrent(payee, at);
  if (await isSame(payee, { version: pending ?? current, parsed }, tx))
    return saveLabel(stored, label, tx);
  if (await isSame(payee, { version: current, parsed }, tx)) return withdraw(stored, payee, tx);
  assertNotHeld(account);
  if (change.claimOpen) throw claimIsOpen();
  if (payee.versions.length >= maxVersions) throw tooManyVersions();
  await quotas.take('payeeChanges', accountId, tx);
  const version = { parsed, changedAt: at, delayMs: change.named ? changeDelayMs : 0 };
  const next = await withNewVersion({ account, payee }, version, tx);
  const saved = await payees.update(stored, next.payee, tx);
  emitPayeeChanged(saved, { version: next.added, change: 'CHANGED' }, tx);
  return saved;
}

async function isSame(
  payee: Payee,
  { version, parsed }: { version: PayeeVersion | undefined; parsed: ParsedPayee },
  tx: Tx,
): Promise<boolean> {
  if (version?.holder !== parsed.holder) return false;
  return isDeepStrictEqual(await readFields(payee.id, version.number, tx), parsed.fields);
}

async function saveLabel(stored: Payee, label: string | null, tx: Tx): Promise<Payee> {
  return stored.label === label ? stored : payees.update(stored, { ...stored, label }, tx);
}

/**
 * Withdraws the change that waits; does nothing without one. No hold prevents it, because an owner who has just changed
 * the password must be able to undo what a thief entered. EMAIL_NOT_VERIFIED; STEP_UP_REQUIRED; NOT_FOUND.
 */
export async function withdrawPayeeChange(actor: AccountActor, id: string): Promise<Payee> {
  await assertMayChangePayees(actor);
  return commit(async (tx) => {
    await lockAccount(actor.accountId, tx);
    const payee = await getOwnPayee(actor.accountId, id, tx);
    return withdraw(payee, payee, tx);
  });
}

/** `payee`: what is stored, with its new label. */
async function withdraw(stored: Payee, payee: Payee, tx: Tx): Promise<Payee> {
  const pending = findPending(payee, accountNow());
  if (!pending) return payee;
  const saved = await payees.update(stored, withdrawPending(payee, accountNow()), tx);
  emitPayeeChanged(saved, { version: pending, change: 'WITHDRAWN' }, tx);
  return saved;
}

function claimIsOpen(): DomainError {
  return new DomainError(
    'CONFLICT',
    'The other party says that it paid to this payee. Answer that first, then change the payee.',
    { reason: 'CLAIM_OPEN' },
  );
}

function tooManyVersions(): DomainError {
  return new DomainError(
    'CONFLICT',
    `This payee was changed ${maxVersions} times. Add a new one instead.`,
    { reason: 'TOO_MANY_PAYEES' },
  );
}
