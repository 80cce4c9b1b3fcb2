/** Applies a change of an account's payee to the open loans that name it, and says how loans use a payee. */

import { isDeepStrictEqual } from 'node:util';
import type { Event } from '@nameloan/contracts/events';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { redrawContract } from '../contract/draw-up-contract.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import {
  findNamedPayee,
  findPayee,
  findPendingVersion,
  findValidVersion,
  isPaymentClaimed,
  isSameVersion,
  isUnpaid,
  isUnsigned,
  withPayee,
} from '../escrow/loan-payee.ts';
import { recordHistory } from '../escrow/transition/apply-transition.ts';
import type { LoanPayee, NamedPayee } from '../loan/loan-payee.ts';
import type { Party } from '../loan/roles.ts';
import { parties } from '../loan/roles.ts';
import { openStatuses } from '../loan/status.ts';
import { emitPayeeChange } from './emit-payee-change.ts';
import { requestPayee, toNamedPayee, toVersion } from './payee-version.ts';

type PayeeChanged = Event<'identity.payee.changed'>;
type ChangeOfPayee = Pick<PayeeChanged['data'], 'accountId' | 'payeeId' | 'change'>;
type PayeeOfAccount = Pick<PayeeChanged['data'], 'accountId' | 'payeeId'>;

export async function applyPayeeChange({ data }: PayeeChanged, tx: Tx): Promise<void> {
  await applyCurrentPayee(data, tx);
}

/** Writes the payee's present state into the open loans that name it; resolves to the loans that it changed. */
export async function applyCurrentPayee(data: ChangeOfPayee, tx: Tx): Promise<Escrow[]> {
  const loans = await listLoansNaming(data, tx);
  if (loans.length === 0) return [];
  // The state of now, not of the event: events may arrive late and in any order.
  const current = await requestPayee(data.accountId, data.payeeId);
  const payee = current && toNamedPayee(current);
  const updated: Escrow[] = [];
  for (const loan of loans) updated.push(...(await updateLoan(loan, { ...data, payee }, tx)));
  return updated;
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
  }: Pick<ChangeOfPayee, 'payeeId' | 'change'> & { payee: NamedPayee | null },
  tx: Tx,
): Promise<Escrow[]> {
  const before = findPayee(escrow, party);
  if (!before) return [];
  const after = withPrinted(escrow, replacePayee(before, payeeId, payee));
  // A later event has already been seen.
  if (isDeepStrictEqual(after, before)) return [];
  const now = accountNow();
  const effectiveAt = findPendingVersion(after, now)?.effectiveAt ?? null;
  const payees = withPayee(escrow, party, after);
  const redrawn = escrow.contractSha256 !== null && !isDeepStrictEqual(after.known, before.known);
  const drawn = redrawn ? await redrawContract({ ...escrow, payees }, tx) : null;
  const lines = [
    describeChange({ before, after, party, now }),
    ...(drawn ? [`The contract was drawn up again: SHA-256 ${drawn.contractSha256}`] : []),
  ];
  const note = lines.join('\n');
  const changes = { payees, ...drawn };
  const written = await recordHistory(escrow, { action: 'PAYEE_CHANGED', note, changes }, tx);
  const kind = findChangeKind({ before, after, now }, change);
  emitPayeeChange(written, { party, change: kind, effectiveAt, first: false }, tx);
  return [written];
}

/** Until a party has signed, the contract prints the version that is valid. */
function withPrinted(escrow: Escrow, payee: LoanPayee): LoanPayee {
  if (!isUnsigned(escrow)) return payee;
  const valid = findValidVersion(payee, accountNow());
  return isSameVersion(payee.known, valid) ? payee : { ...payee, known: valid && toVersion(valid) };
}

/** The states decide, because a later event may already be in them; otherwise the kind of the event counts. */
function findChangeKind(
  { before, after, now }: { before: LoanPayee; after: LoanPayee; now: Date },
  change: ChangeOfPayee['change'],
): Exclude<ChangeOfPayee['change'], 'ADDED'> {
  if (!findValidVersion(after, now)) return 'REMOVED';
  const pending = findPendingVersion(after, now);
  if (pending && !isSameVersion(pending, findPendingVersion(before, now))) return 'CHANGED';
  return change === 'ADDED' || change === 'REMOVED' ? 'CHANGED' : change;
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
  const found: NamingLoan[] = [];
  // One after the other: a transaction runs one command at a time.
  for (const party of parties) {
    const owner = party === 'BORROWER' ? { borrowerId: accountId } : { lenderId: accountId };
    const loans = await escrows.findMany({ ...owner, status }, tx ? { tx } : {});
    for (const escrow of loans) if (names(escrow, party, payeeId)) found.push({ escrow, party });
  }
  return found;
}

function names(escrow: Escrow, party: Party, payeeId: string): boolean {
  const payee = findPayee(escrow, party);
  if (!payee || !isUnpaid(escrow, party)) return false;
  const at = accountNow();
  // Once a later choice is valid, the former payee no longer counts.
  const waiting = payee.next && payee.next.effectiveAt > at ? payee.next : null;
  return [findNamedPayee(payee, at), waiting].some((one) => one?.payeeId === payeeId);
}

/** Request handler: how open loans use the payee of an account. */
export async function readPayeeUse(
  payee: PayeeOfAccount,
): Promise<ReplyPayload<'lending.payee-use'>> {
  const loans = await listLoansNaming(payee);
  const claimOpen = loans.some(({ escrow, party }) => isPaymentClaimed(escrow, party));
  return { named: loans.length > 0, claimOpen };
}
