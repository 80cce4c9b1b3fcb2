/** Finds the code of a sentence in an event of version 1, as release 0.1.0 and the present texts word it. */

import type { DepositFailure, PaymentMismatch } from './deposit-reasons.ts';
import { depositFailureTexts, paymentMismatchTexts, toPaymentMismatch } from './deposit-reasons.ts';
import type { ReservationRefusal } from './domain-reasons.ts';
import {
  custodyLossTexts,
  fixedReservationTexts,
  proofLossTexts,
  toReservationRefusal,
} from './domain-reasons.ts';
import type { FixedOrderCode, OrderFailure } from './order-failures.ts';
import { fixedOrderTexts, toOrderFailure } from './order-failures.ts';

/** Sentences that 0.1.0 worded in another way. */
const formerOrderTexts: Readonly<Record<string, FixedOrderCode>> = {
  'The registry has a fault and did nothing. Please try again later.': 'REGISTRY_FAULT',
  'The registry cannot take the order just now. Nothing was charged; try again later.':
    'REGISTRY_CREDIT',
  'The domain cannot be renewed now, or not for so long.': 'NOT_RENEWABLE',
  'The domain cannot be transferred now: it is too new or was transferred lately.':
    'RECENTLY_TRANSFERRED',
  'Another registrar holds the domain, so the registry does not let us do this.': 'NOT_OURS',
  'The transfer code is not right. Ask the present registrar for a new one and try again.':
    'BAD_AUTH_CODE',
  'A transfer of the domain is already under way.': 'TRANSFER_PENDING',
  'No transfer of the domain is under way.': 'NOT_PENDING',
  'The registry has this entry already.': 'EXISTS',
  'The domain is locked against this. If another registrar holds it, ask there to unlock it and try again.':
    'LOCKED',
  'Something at the registry still depends on this, so it cannot be done.': 'IN_USE',
  'The registry asks another price for the domain by now. Nothing was charged; please try again.':
    'PRICE_CHANGED',
  'The registry does not answer right now. Please try again shortly.': 'REGISTRY_UNAVAILABLE',
  'The registration has ended and the registry is deleting the domain (pendingDelete). Have it restored by the present registrar first.':
    'TRANSFER_PENDING_DELETE',
  'Another transfer of the domain is pending (pendingTransfer). Wait until it has ended, or have it cancelled at the present registrar.':
    'TRANSFER_PENDING_TRANSFER',
  'The present registrar has locked the domain against transfers (clientTransferProhibited). Unlock it there and try again.':
    'TRANSFER_LOCKED_BY_REGISTRAR',
  'The registry itself has locked the domain against transfers (serverTransferProhibited). Ask the present registrar to have that lifted, then try again.':
    'TRANSFER_LOCKED_BY_REGISTRY',
  'The registration has ended and the registry is deleting the domain (pendingDelete), so it cannot be renewed any more.':
    'RENEWAL_PENDING_DELETE',
  'The registry has locked the domain against renewal (serverRenewProhibited); our staff will ask there.':
    'RENEWAL_LOCKED_BY_REGISTRY',
  'A transfer of the domain is pending (pendingTransfer). Try again when it has ended.':
    'UPDATE_PENDING_TRANSFER',
  'The registry has locked the domain against changes (serverUpdateProhibited); our staff will ask there.':
    'UPDATE_LOCKED_BY_REGISTRY',
  "The registry's rules do not allow this for the domain.": 'POLICY',
  'The transfer ended without success.': 'TRANSFER_FAILED',
  'The registry asks more for this name than you have agreed to before.': 'PRICE_NOT_ACCEPTED',
  'This domain has been renewed just now.': 'ALREADY_RENEWED',
  'A renewal of this domain is under way already.': 'RENEWAL_IN_PROGRESS',
  'A transfer of this domain is under way.': 'TRANSFER_IN_PROGRESS',
  'Only a domain that is with us can be renewed here.': 'NOT_IN_CUSTODY',
  'A part of Nameloan is down. Please try again shortly.': 'PLATFORM_UNAVAILABLE',
};

const invert = <C extends string>(texts: Readonly<Record<C, string>>): Record<string, C> =>
  Object.fromEntries((Object.entries(texts) as [C, string][]).map(([code, text]) => [text, code]));

const orderCodes = { ...invert(fixedOrderTexts), ...formerOrderTexts };
const proofLossCodes = invert(proofLossTexts);
const custodyLossCodes = {
  ...invert(custodyLossTexts),
  'The registry gave the domain to another registrar.': 'TRANSFERRED',
  'The registry does not know the domain any more: its registration has been deleted.': 'DELETED',
} as const;
const reservationCodes = invert(fixedReservationTexts);
const depositCodes = {
  ...invert(depositFailureTexts),
  'The payment went back to you before it was credited.': 'RETURNED_BEFORE_CREDIT',
} as const;
const mismatchCodes = {
  ...invert(paymentMismatchTexts),
  'This deposit was paid before, by another payment.': 'ALREADY_PAID',
  'It was given up before, and more of it arrived since.': 'ARRIVED_AFTER_FAILURE',
  'Its price is finer than a cent.': 'FRACTIONAL_PRICE',
  'It was paid on a page that is not the one of this deposit.': 'OTHER_PAGE',
} as const;

const lookUp = <C>(codes: Readonly<Record<string, C>>, text: string): C | undefined =>
  Object.hasOwn(codes, text) ? codes[text] : undefined;

const money = String.raw`(-?\$[\d,]+\.\d\d)`;
const toCents = (text = ''): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100);
/** "November 21, 2026" as that day in UTC. */
const toTime = (text = ''): string => new Date(`${text} UTC`).toISOString();

type Groups = readonly (string | undefined)[];
type Pattern<R> = readonly [RegExp, (groups: Groups) => R];

function match<R>(patterns: readonly Pattern<R>[], text: string): R | undefined {
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(text);
    if (found) return read(found.slice(1));
  }
  return undefined;
}

const day = String.raw`([A-Z][a-z]+ \d{1,2}, \d{4})`;

const orderPatterns: readonly Pattern<OrderFailure>[] = [
  [
    /^A transfer of the domain is pending \(pendingTransfer\)\. Renew it after/,
    () => toOrderFailure('RENEWAL_PENDING_TRANSFER'),
  ],
  [
    new RegExp(`^Your balance is too low: ${money} is missing\\. (?:Please add|Add) balance first`),
    ([missing]) =>
      toOrderFailure('BALANCE_TOO_LOW', { missingCents: toCents(missing), owedCents: 0 }),
  ],
  [
    new RegExp(`^Your balance is ${money} below zero,? because .*: ${money} is missing`),
    ([owed, missing]) =>
      toOrderFailure('BALANCE_TOO_LOW', {
        missingCents: toCents(missing),
        owedCents: toCents(owed),
      }),
  ],
  [
    new RegExp(
      `^The domain was registered or transferred (?:less than 60 days ago|recently),.* until ${day}`,
    ),
    ([until]) => toOrderFailure('RECENTLY_TRANSFERRED_UNTIL', { until: toTime(until) }),
  ],
  [
    new RegExp(
      `^This domain is registered for the maximum of (\\d+) years under \\.(\\S+)\\. .* from ${day}`,
    ),
    ([years, suffix = '', until]) =>
      toOrderFailure('MAX_REGISTRATION', {
        maxYears: Number(years),
        suffix,
        until: toTime(until),
      }),
  ],
  [
    new RegExp(
      `^This domain is registered for as long as \\.(\\S+) allows, (\\d+) years ahead\\. .* from ${day}`,
    ),
    ([suffix = '', years, until]) =>
      toOrderFailure('MAX_REGISTRATION', {
        maxYears: Number(years),
        suffix,
        until: toTime(until),
      }),
  ],
  [
    /^We cannot hold names under \.(\S+) yet\.$/,
    ([suffix = '']) => toOrderFailure('UNSUPPORTED_TLD', { suffix }),
  ],
];

export function readOrderFailure(text: string): OrderFailure {
  const code = lookUp(orderCodes, text);
  if (code) return toOrderFailure(code);
  return match(orderPatterns, text) ?? toOrderFailure('OTHER', { formerText: text });
}

const withText = <C extends string>(code: C | undefined, text: string) =>
  code ? { code } : { code: 'OTHER' as const, formerText: text };

export const readProofLoss = (text: string) => withText(lookUp(proofLossCodes, text), text);
export const readCustodyLoss = (text: string) => withText(lookUp(custodyLossCodes, text), text);

export function readReservationRefusal(text: string): ReservationRefusal {
  const code = lookUp(reservationCodes, text);
  if (code) return toReservationRefusal(code);
  const term = new RegExp(`^It is registered until ${day}, this loan needs it until ${day};`).exec(
    text,
  );
  if (!term) return toReservationRefusal('OTHER', { formerText: text });
  const [, expiresAt, neededUntil] = term;
  return toReservationRefusal('REGISTRATION_TOO_SHORT', {
    expiresAt: toTime(expiresAt),
    neededUntil: toTime(neededUntil),
  });
}

const formerDefault = /^The payment was not what was .* and could not be credited\.$/;

export function readDepositFailure(text: string): DepositFailure {
  const code = formerDefault.test(text) ? 'NOT_CREDITABLE' : lookUp(depositCodes, text);
  return code ? { code, formerText: null } : { code: 'OTHER', formerText: text };
}

const arrived = `(?:An unknown amount|${money})`;
const orNull = (text: string | undefined) => (text === undefined ? null : toCents(text));
const mismatchPatterns: readonly Pattern<PaymentMismatch>[] = [
  [
    new RegExp(`^${arrived} arrived (?:instead of ${money}|where ${money} was asked)\\.$`),
    ([arrivedText, present, former]) =>
      toPaymentMismatch('AMOUNT_DIFFERS', {
        arrivedCents: orNull(arrivedText),
        requestedCents: orNull(present ?? former),
      }),
  ],
  [
    new RegExp(`^${money} was paid (?:instead of ${money}|where ${money} was asked)\\.$`),
    ([paid, present, former]) =>
      toPaymentMismatch('OTHER_PRICE', {
        paidCents: orNull(paid),
        requestedCents: orNull(present ?? former),
      }),
  ],
  [
    new RegExp(`^${arrived} arrived, and NOWPayments (?:reports|says) (\\S+)\\.$`),
    ([arrivedText, providerStatus = '']) =>
      toPaymentMismatch('PROVIDER_STATUS', { arrivedCents: orNull(arrivedText), providerStatus }),
  ],
  [
    /^It was paid in (\S+)\.$/,
    ([currency = '']) => toPaymentMismatch('OTHER_CURRENCY', { currency }),
  ],
];

const reversal = new RegExp(
  `^(.*) ${money} of it (?:was returned and reduces the credit|went back; of what is credited only the rest stays)\\.$`,
);

export function readPaymentMismatch(text: string): PaymentMismatch {
  const [, cause = text, reversed] = reversal.exec(text) ?? [];
  const code = lookUp(mismatchCodes, cause);
  const found = code ? toPaymentMismatch(code) : match(mismatchPatterns, cause);
  return found
    ? { ...found, reversedCents: orNull(reversed) }
    : toPaymentMismatch('OTHER', { formerText: text });
}
