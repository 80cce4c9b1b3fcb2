/** Transfers to name.com: their twelve states, and how each follows from the registry. */

import type { Domain } from '../records.ts';
import { dayMs, isPending } from '../registry/domain.ts';
import { feeCents } from '../registry/fees.ts';
import { cancelTransfer, getDomain, requestTransfer } from '../registry/registry.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { yearsAdded } from '../registry/transfer.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { getSettings } from '../settings.ts';
import { findTransfer, namecomContext, namecomId, pay, refund, saveTransfer } from './account.ts';
import { NamecomError } from './namecom-error.ts';
import { sendNotice } from './notices.ts';
import type { NamecomTransfer, NamecomTransferState } from './records.ts';

export const transferStates = [
  'pending',
  'submitting_transfer',
  'pending_new_auth_code',
  'pending_unlock',
  'pending_registry_unlock',
  'pending_transfer',
  'pending_insert',
  'rejected',
  'completed',
  'failed',
  'canceled',
  'canceled_pending_refund',
] as const satisfies NamecomTransferState[];

const ended: readonly string[] = ['completed', 'failed', 'canceled', 'canceled_pending_refund'];
const cancellable: readonly string[] = [
  'pending',
  'submitting_transfer',
  'pending_new_auth_code',
  'pending_unlock',
  'pending_registry_unlock',
  'rejected',
];
const minAgeMs = 60 * dayMs;

export const isOpen = ({ status }: NamecomTransfer): boolean => !ended.includes(status);

/** The price in dollars, of which an order of a premium name must state the exact value. */
export const dollars = (cents: number): number => cents / 100;

/** Checks the price that an order states. */
export function assertPrice(cents: number, stated: unknown, premium: boolean): void {
  if (stated === undefined && !premium) return;
  const missing =
    'Purchase price is required for premium domains in order to complete this request';
  if (stated === undefined) throw new NamecomError(400, 'Invalid argument', missing);
  if (stated !== dollars(cents))
    throw new NamecomError(400, 'Invalid argument', `The purchase price is ${dollars(cents)}`);
}

export interface TransferInput {
  readonly name: string;
  readonly authCode: string;
  readonly purchasePrice: unknown;
}

/** Takes the fee at once, even when the transfer then waits for a code or an unlock. */
export function createTransfer(context: SandboxContext, input: TransferInput): NamecomTransfer {
  const { name, authCode } = input;
  const running = syncTransfer(context, name);
  if (running && isOpen(running))
    throw new NamecomError(409, 'Conflict', 'A transfer of this domain is already in progress');
  const domain = getDomain(context, name);
  assertTransferable(context, domain);
  const cents = feeCents(name, domain.premium, 1);
  assertPrice(cents, input.purchasePrice, domain.premium);
  if (getSettings(context).registryCreditExhausted)
    throw new NamecomError(402, 'Insufficient Funds');
  pay(context, cents);
  const order = context.store.nextNumber('namecomOrder');
  const first = { name, order, paidCents: cents, authCode, isForced: false };
  return saveTransfer(context, { ...first, status: submit(context, domain, authCode) });
}

function assertTransferable(context: SandboxContext, domain: Domain): void {
  if (domain.registrar === namecomId)
    throw new NamecomError(409, 'Conflict', 'This domain is already in your account');
  const latest = Math.max(
    Date.parse(domain.createdAt),
    Date.parse(domain.transferredAt ?? '') || 0,
  );
  if (context.clock.now().getTime() - latest < minAgeMs)
    throw new NamecomError(409, 'Conflict', 'The domain is less than 60 days old');
  if (isPending(domain))
    throw new NamecomError(409, 'Conflict', 'The status of the domain does not allow a transfer');
}

/** Sends the request to the registry, or waits for what it lacks. */
function submit(
  context: SandboxContext,
  { name, statuses, authCode: right }: Domain,
  authCode: string,
): NamecomTransferState {
  if (authCode !== right) return 'pending_new_auth_code';
  if (statuses.includes('clientTransferProhibited')) return 'pending_unlock';
  if (statuses.includes('serverTransferProhibited')) return 'pending_registry_unlock';
  const { premium } = getDomain(context, name);
  const years = yearsAdded(name);
  const agreedCents = premium ? feeCents(name, premium, years) : null;
  try {
    requestTransfer(namecomContext(context), name, { authCode, years, agreedCents });
    return 'pending_transfer';
  } catch (error) {
    if (error instanceof RegistryError) return 'failed';
    throw error;
  }
}

/** The transfer as it is now; undefined when there is none. */
export function syncTransfer(context: SandboxContext, name: string): NamecomTransfer | undefined {
  const transfer = findTransfer(context, name);
  if (!transfer || transfer.isForced || !isOpen(transfer)) return transfer;
  const status = nextState(context, transfer);
  return status === transfer.status ? transfer : changeState(context, transfer, status);
}

function nextState(context: SandboxContext, transfer: NamecomTransfer): NamecomTransferState {
  const { name, status, authCode } = transfer;
  const domain = context.store.table('domains').get(name);
  if (!domain) return 'failed';
  if (status === 'pending_unlock' || status === 'pending_registry_unlock')
    return submit(context, domain, authCode);
  if (status !== 'pending_transfer' || domain.transfer?.requestedBy !== namecomId) return status;
  switch (domain.transfer.status) {
    case 'pending':
      return status;
    case 'clientRejected':
      return 'rejected';
    case 'clientCancelled':
      return 'canceled';
    default:
      return 'completed';
  }
}

function changeState(
  context: SandboxContext,
  transfer: NamecomTransfer,
  status: NamecomTransferState,
): NamecomTransfer {
  const isRefunded = ['failed', 'canceled'].includes(status) && isOpen(transfer);
  if (isRefunded) refund(context, transfer.paidCents);
  const changed = saveTransfer(context, { ...transfer, status });
  sendNotice(context, {
    eventName: 'domain.transfer.status_change',
    domainName: transfer.name,
    status,
  });
  return changed;
}

/** A state that a test or a demo sets; it stays until it is set again or the transfer is cancelled. */
export function forceState(
  context: SandboxContext,
  transfer: NamecomTransfer,
  status: NamecomTransferState,
): NamecomTransfer {
  return changeState(context, { ...transfer, isForced: true }, status);
}

export function cancel(context: SandboxContext, name: string): NamecomTransfer {
  const transfer = syncTransfer(context, name);
  if (!transfer) throw new NamecomError(404, 'Not Found');
  if (transfer.status.startsWith('canceled'))
    throw new NamecomError(400, 'A transfer for this domain has already been canceled');
  if (!cancellable.includes(transfer.status)) throw new NamecomError(404, 'Not Found');
  const domain = context.store.table('domains').get(name);
  if (domain && isPending(domain) && domain.transfer?.requestedBy === namecomId)
    cancelTransfer(namecomContext(context), name);
  return changeState(context, { ...transfer, isForced: true }, 'canceled');
}
