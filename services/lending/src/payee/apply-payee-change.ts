/** Applies a change of an account's payee to the open loans that name it, and says how loans use a payee. */

import { isDeepStrictEqual } from 'node:util';
import type { Event } from '@nameloan/contracts/events';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import {
  findPayee,
  findPendingVersion,
  findValidVersion,
  isPaymentClaimed,
  isUnpaid,
  withPayee,
} from '../escrow/loan-payee.ts';
import { recordHistory } from '../escrow/transition/apply-transition.ts';
import type { LoanPayee, NamedPayee } from '../loan/loan-payee.ts';
import type { Party } from '../loan/roles.ts';
import { parties } from '../loan/roles.ts';
import { openStatuses } from '../loan/status.ts';
import { emitPayeeChange } from './emit-payee-change.ts';
import { requestPayee, toNamedPayee } from './payee-version.ts';

type PayeeChanged = Event<'identity.payee.changed'>;
type PayeeOfAccount = Pick<PayeeChanged['data'], 'accountId' | 'payeeId'>;

export async function applyPayeeChange({ data }: PayeeChanged, tx: Tx): Promise<void> {
  const loans = await listLoansNaming(data, tx);
  if (loans.length === 0) return;
  // The state of now, not of the event: events may arrive late and in any order.
  const current = await requestPayee(data.accountId, data.payeeId);
  const payee = current && toNamedPayee(current);
  for (const loan of loans) await updateLoan(loan, { ...data, payee }, tx);
}

interface NamingLoan {
  escrow: Escrow;
  /** The party that is paid. */
  party: Party;
}

async function updateLoan(
  { escrow, party }: NamingLoan,
  {
    payeeId,
    change,
    payee,
  }: Pick<PayeeChanged['data'], 'payeeId' | 'change'> & { payee: NamedPayee | null },
  tx: Tx,
): Promise<void> {
  const before = findPayee(escrow, party);
  if (!before) return;
  const after = replacePayee(before, payeeId, payee);
  // A later event has already been seen.
  if (isDeepStrictEqual(after, before)) return;
  const now = accountNow();
  const effectiveAt = findPendingVersion(after, now)?.effectiveAt ?? null;
  const note = describeChange({ before, after, party, now });
  const changes = { payees: withPayee(escrow, party, after) };
  const written = await recordHistory(escrow, { action: 'PAYEE_CHANGED', note, changes }, tx);
  // A loan never named a payee before it was added: its event arrives late.
  const kind = change === 'ADDED' ? 'CHANGED' : change;
  emitPayeeChange(written, { party, change: kind, effectiveAt, first: false }, tx);
}

function replacePayee(
  { named, next, ...rest }: LoanPayee,
  payeeId: string,
  payee: NamedPayee | null,
): LoanPayee {
  return {
    ...rest,
    named: named?.payeeId === payeeId ? payee : named,
    next: next?.payeeId === payeeId ? payee && { ...payee, effectiveAt: next.effectiveAt } : next,
  };
}

function describeChange({
  before,
  after,
  party,
  now,
}: {
  before: LoanPayee;
  after: LoanPayee;
  party: Party;
  now: Date;
}): string {
  const owner = party === 'BORROWER' ? 'The borrower’s payee' : 'The lender’s payee';
  const former = findValidVersion(before, now);
  const valid = findValidVersion(after, now);
  const pending = findPendingVersion(after, now);
  if (!valid) return `${owner}${former ? ` ${former.masked}` : ''} was removed.`;
  if (pending)
    return `${owner} ${valid.masked} changes to ${pending.masked}. Until then ${valid.masked} stays valid.`;
  if (former && former.version !== valid.version)
    return `${owner} is ${valid.masked} instead of ${former.masked}.`;
  return `The change of ${owner.toLowerCase()} has ended: ${valid.masked} stays valid.`;
}

/** The loans in which the account has yet to be paid to this payee, with the account's role. */
async function listLoansNaming(
  { accountId, payeeId }: PayeeOfAccount,
  tx?: Tx,
): Promise<NamingLoan[]> {
  const status = { $in: [...openStatuses] };
  const found = await Promise.all(
    parties.map(async (party) => {
      const owner = party === 'BORROWER' ? { borrowerId: accountId } : { lenderId: accountId };
      const loans = await escrows.findMany({ ...owner, status }, tx ? { tx } : {});
      return loans
        .filter((escrow) => names(escrow, party, payeeId))
        .map((escrow) => ({ escrow, party }));
    }),
  );
  return found.flat();
}

function names(escrow: Escrow, party: Party, payeeId: string): boolean {
  const payee = findPayee(escrow, party);
  const isNamed = payee?.named?.payeeId === payeeId || payee?.next?.payeeId === payeeId;
  return isNamed && isUnpaid(escrow, party);
}

/** Request handler: how open loans use the payee of an account. */
export async function readPayeeUse(
  payee: PayeeOfAccount,
): Promise<ReplyPayload<'lending.payee-use'>> {
  const loans = await listLoansNaming(payee);
  const claimOpen = loans.some(({ escrow, party }) => isPaymentClaimed(escrow, party));
  return { named: loans.length > 0, claimOpen };
}
