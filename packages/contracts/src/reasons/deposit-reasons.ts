/** Why a deposit failed or its payment needs an operator: codes, their data, and the sentences for users. */

import { z } from 'zod';
import { formerText } from '../event-shapes.ts';
import { cents, formatCents } from '../money.ts';

export const depositFailureTexts = {
  BANK_DECLINED: 'The payment failed at the bank.',
  NOT_CREDITABLE: 'The payment did not match its request and could not be credited.',
  NOT_PAID_IN_TIME: 'The cryptocurrency payment was not made in time.',
  NO_PAYMENT: 'No payment arrived.',
  PAGE_EXPIRED: 'The payment page expired.',
  PAGE_EXPIRED_UNPAID: 'The payment page expired before it was paid.',
  PAGE_NOT_OPENED: 'The payment page could not be opened.',
  PAYMENT_FAILED: 'The cryptocurrency payment failed.',
  PROVIDER_UNREACHABLE: 'The payment provider could not be reached.',
  RETURNED_BEFORE_CREDIT: 'The payment was returned to you before it was credited.',
} as const;
/** The codes whose sentence needs no data. */
export type DepositFailureCode = keyof typeof depositFailureTexts;

export const depositFailure = z.object({
  /** STAFF_DECISION: an operator wrote the reason, which `payments.deposit-note` returns. */
  code: z.enum([
    ...(Object.keys(depositFailureTexts) as DepositFailureCode[]),
    'STAFF_DECISION',
    'OTHER',
  ]),
  formerText,
});
export type DepositFailure = z.output<typeof depositFailure>;

/** `note`: the operator's reason, for STAFF_DECISION. Null if there is no text. */
export function describeDepositFailure(
  { code, formerText: text }: DepositFailure,
  note: () => string | null,
): string | null {
  if (code === 'STAFF_DECISION') return note();
  return code === 'OTHER' ? text : depositFailureTexts[code];
}

export const paymentMismatchTexts = {
  ALREADY_PAID: 'Another payment already paid this deposit.',
  ARRIVED_AFTER_FAILURE: 'It was marked failed before, and more of it arrived since.',
  FRACTIONAL_PRICE: 'Its price has fractions of a cent.',
  MORE_ARRIVED: 'More of it arrived later.',
  NO_DEPOSIT: 'There is no such deposit.',
  OTHER_PAGE: 'It was paid on another deposit’s page.',
  OTHER_PROVIDER: 'The deposit was started at another provider.',
} as const;
type FixedMismatchCode = keyof typeof paymentMismatchTexts;

export const paymentMismatch = z.object({
  code: z.enum([
    ...(Object.keys(paymentMismatchTexts) as FixedMismatchCode[]),
    'AMOUNT_DIFFERS',
    'OTHER_CURRENCY',
    'OTHER_PRICE',
    'PROVIDER_STATUS',
    'OTHER',
  ]),
  /** AMOUNT_DIFFERS, PROVIDER_STATUS: what arrived, null if unknown. */
  arrivedCents: cents.nullable().default(null),
  /** OTHER_PRICE: what the page requested. */
  paidCents: cents.nullable().default(null),
  /** AMOUNT_DIFFERS, OTHER_PRICE. */
  requestedCents: cents.nullable().default(null),
  /** OTHER_CURRENCY: lower-case ISO 4217 code. */
  currency: z.string().max(20).nullable().default(null),
  /** PROVIDER_STATUS: what the provider calls the payment. */
  providerStatus: z.string().max(40).nullable().default(null),
  /** How much of it was returned to the payer, which reduces the credit. */
  reversedCents: cents.nullable().default(null),
  formerText,
});
export type PaymentMismatch = z.output<typeof paymentMismatch>;

export function toPaymentMismatch(
  code: PaymentMismatch['code'],
  data: Partial<Omit<PaymentMismatch, 'code'>> = {},
): PaymentMismatch {
  return paymentMismatch.parse({
    code,
    ...data,
    currency: data.currency?.slice(0, 20) ?? null,
    providerStatus: data.providerStatus?.slice(0, 40) ?? null,
  });
}

export function describePaymentMismatch(mismatch: PaymentMismatch): string {
  const cause = describeCause(mismatch);
  const { reversedCents } = mismatch;
  if (!reversedCents) return cause;
  return `${cause} ${formatCents(reversedCents)} of it was returned and reduces the credit.`;
}

function describeCause(mismatch: PaymentMismatch): string {
  const { code, arrivedCents, paidCents, requestedCents, currency, providerStatus } = mismatch;
  const arrived = arrivedCents === null ? 'An unknown amount' : formatCents(arrivedCents);
  const requested = formatCents(requestedCents ?? 0);
  switch (code) {
    case 'AMOUNT_DIFFERS':
      return `${arrived} arrived instead of ${requested}.`;
    case 'OTHER_CURRENCY':
      return `It was paid in ${currency}.`;
    case 'OTHER_PRICE':
      return `${formatCents(paidCents ?? 0)} was paid instead of ${requested}.`;
    case 'PROVIDER_STATUS':
      return `${arrived} arrived, and NOWPayments reports ${providerStatus}.`;
    case 'OTHER':
      return mismatch.formerText ?? '';
    default:
      return paymentMismatchTexts[code];
  }
}
