/** What a transfer or a renewal costs: the suffix's price, more for a premium name, and never more than was agreed. */

import type { Quote } from '@nameloan/contracts/errors.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import { now } from '@nameloan/service/clock.ts';
import type { RegistryFees } from '../registrar/registrar.ts';
import { registry, toDomainError, withCallerTimeout } from '../registry.ts';
import type { SuffixRow } from '../suffix/suffixes.ts';

/** Added to the registry's own price of a premium name, in percent. */
const premiumMarginPercent = 10;
/** A registry tells no end of its prices; longer than this a page should not show one. */
const quoteValidMs = 15 * 60_000;

export type QuotePurpose = 'TRANSFER' | 'RENEWAL';

export interface Price {
  /** What the payer pays. */
  feeCents: number;
  /** What the registry asks of us for a premium name, to be named in the order; null: an ordinary name. */
  registryCents: number | null;
}

/** The fee of an ordinary name, which is what stands agreed where nobody says otherwise. */
export function standardFee(row: SuffixRow, purpose: QuotePurpose): number {
  return purpose === 'TRANSFER' ? row.transferFeeCents : row.renewalFeeCents;
}

/** The price as of now; asks the registry, which alone knows premium names. */
export async function fetchPrice(
  name: string,
  row: SuffixRow,
  purpose: QuotePurpose,
): Promise<Price> {
  const [check] = await registry().check([name], row.yearsAdded);
  return calculatePrice(check?.fees, row, purpose);
}

export function calculatePrice(
  fees: RegistryFees | undefined,
  row: SuffixRow,
  purpose: QuotePurpose,
): Price {
  const plain = standardFee(row, purpose);
  if (!fees?.premium) return { feeCents: plain, registryCents: null };
  const registryCents = purpose === 'TRANSFER' ? fees.transferCents : fees.renewCents;
  const withMargin = Math.ceil((registryCents * (100 + premiumMarginPercent)) / 100);
  return { feeCents: Math.max(plain, withMargin), registryCents };
}

export function toQuote({ feeCents, registryCents }: Price): Quote {
  return {
    amountCents: feeCents,
    premium: registryCents !== null,
    validUntil: new Date(now().getTime() + quoteValidMs).toISOString(),
  };
}

/** INVALID_INPUT for what no fee can be. */
export function validateMaxFee(maxFeeCents: number | null): void {
  if (maxFeeCents === null || (Number.isSafeInteger(maxFeeCents) && maxFeeCents > 0)) return;
  const message = 'The most that may be taken is an amount above zero.';
  throw new DomainError('INVALID_INPUT', message, { fields: { maxFee: message } });
}

/** CONFLICT with the quote where the price is above what was agreed: nothing above it is ever taken. */
export function assertWithinAgreedFee(agreedCents: number, price: Price): void {
  if (price.feeCents > agreedCents) throw priceChanged(price);
}

/**
 * A refusal as the caller sees it. Where the registry took another price by the time of the order, the new
 * one is asked for, so that they can agree to it.
 */
export async function withFreshQuote(error: unknown, ask: () => Promise<Price>): Promise<unknown> {
  const refusal = toDomainError(error);
  if (!(refusal instanceof DomainError) || refusal.details.reason !== 'PRICE_CHANGED')
    return refusal;
  if (refusal.details.quote) return refusal;
  // Without an answer the first refusal stands: it says the same, without the figure.
  return withCallerTimeout(ask()).then(priceChanged, () => refusal);
}

function priceChanged(price: Price): DomainError {
  const quote = toQuote(price);
  const why = quote.premium
    ? 'The registry asks its own price for this name'
    : 'The fee is not the one agreed to';
  const message = `${why}: it costs ${formatCents(quote.amountCents)} now. Nothing was charged; agree to this price to go on.`;
  return new DomainError('CONFLICT', message, { reason: 'PRICE_CHANGED', quote });
}
