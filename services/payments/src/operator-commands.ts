/** Operator commands of payments and their output. */

import { DomainError } from '@nameloan/contracts/errors';
import { formatCents } from '@nameloan/contracts/money';
import { listPaymentExceptions } from './payment-exception/list-payment-exceptions.ts';
import type { PaymentException } from './payment-exception/payment-exception.ts';
import { commandLine } from './payment-exception/payment-exception.ts';
import { toProviderPayment } from './reconcile/list-notified-payments.ts';
import type { Reconciliation } from './reconcile/reconcile-providers.ts';
import { reconcilePayment, reconcileProviders } from './reconcile/reconcile-providers.ts';
import { settlePaymentException } from './settlement/settle-payment-exception.ts';

const defaultDays = 30;
const maxDays = 3650;

/** Each throws INVALID_INPUT for invalid arguments. */
export const operatorCommands = {
  deposits: async ([action, id, ...more]: readonly string[]) => {
    if (action === undefined) return list();
    if (id === undefined || !(action === 'credit' || action === 'fail')) throw invalidArguments();
    const rest = more.join(' ').trim();
    const exception = await settlePaymentException(id, {
      by: commandLine,
      ...(action === 'credit'
        ? { outcome: 'CREDIT', amountCents: rest === '' ? null : parseCents(rest) }
        : { outcome: 'FAIL', reason: rest }),
    });
    if (action === 'fail') return `Payment ${exception.id} was marked failed: ${exception.reason}`;
    return `${formatCents(exception.creditedCents)} of payment ${exception.id} was credited to ${exception.accountId}.`;
  },
  reconcile: async ([argument = String(defaultDays)]: readonly string[]) => {
    const payment = /^(?:nowpayments:)(\d{1,30})$/.exec(argument)?.[1];
    if (payment) {
      const report: Reconciliation = { checked: 0, repaired: [], open: [] };
      await reconcilePayment(toProviderPayment(payment), report);
      return formatReport(report);
    }
    const days = Number(argument);
    if (!(Number.isInteger(days) && days >= 1 && days <= maxDays)) throw invalidArguments();
    return formatReport(await reconcileProviders(days));
  },
} as const satisfies Record<string, (args: readonly string[]) => Promise<string>>;

export type OperatorCommand = keyof typeof operatorCommands;

export function isOperatorCommand(name: string | undefined): name is OperatorCommand {
  return name !== undefined && Object.hasOwn(operatorCommands, name);
}

async function list(): Promise<string> {
  const { payments, total } = await listPaymentExceptions({ page: 1, limit: 100 });
  if (total === 0) return 'No payment is waiting for a decision.';
  return [
    `${total} ${total === 1 ? 'payment is' : 'payments are'} waiting for a decision, oldest first:`,
    ...payments.map(formatException),
    'To credit what arrived, or an amount: deposits credit ID [DOLLARS]. To mark it failed: deposits fail ID [REASON].',
  ].join('\n');
}

function formatException({
  id,
  createdAt,
  askedCents,
  arrivedCents,
  accountId,
  reason,
}: PaymentException): string {
  const arrived = arrivedCents === null ? 'an unknown amount' : formatCents(arrivedCents);
  const owner = accountId ? `account ${accountId}` : 'unknown account';
  const since = createdAt.toISOString().slice(0, 16).replace('T', ' ');
  return `  ${id}  since ${since} UTC, ${owner}: ${arrived} of ${formatCents(askedCents)}. ${reason}`;
}

function parseCents(dollars: string): number {
  const [, whole, fraction = ''] = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(dollars) ?? [];
  if (whole === undefined) throw invalidArguments();
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

function formatReport({ checked, repaired, open }: Reconciliation): string {
  const lines = [
    `${checked} ${checked === 1 ? 'payment' : 'payments'} checked, ${repaired.length} repaired, ${open.length} open.`,
    ...repaired.map((one) => `  repaired: ${one}`),
    ...open.map((one) => `  open: ${one}`),
  ];
  return lines.join('\n');
}

function invalidArguments(): DomainError {
  return new DomainError(
    'INVALID_INPUT',
    'Usage: deposits, deposits credit ID [DOLLARS], deposits fail ID [REASON], reconcile [DAYS or nowpayments:ID].',
  );
}
