/** Prices of transfers and renewals: the suffix's standard fee, or more for a premium name, and never above the agreed maximum. */

import type { Quote } from '@nameloan/contracts/errors';
import { DomainError } from '@nameloan/contracts/errors';
import { formatCents } from '@nameloan/contracts/money';
import { now } from '@nameloan/runtime/clock';
import type { RegistryFees } from '../registrar/registrar.ts';
import type { ConnectedName } from '../registrars.ts';
import { registrarOf } from '../registrars.ts';
import { toDomainError, withCallerTimeout } from '../registry.ts';
import type { SuffixRow } from '../suffix/suffixes.ts';

/** Margin on the registry's price for a premium name. */
const premiumMarginPercent = 10;
/** Registries do not say how long a price is valid; a page shows a quote no longer than this. */
const quoteValidMs = 15 * 60_000;

export type QuotePurpose = 'TRANSFER' | 'RENEWAL';

export interface Price {
  /** Charged to the payer. */
  feeCents: number;
  /** The registry's price for a premium name, which the order must state; null for a standard name. */
  registryCents: number | null;
}

/** The fee for a standard name, which is also the agreed maximum when the caller states none. */
export function standardFee(row: SuffixRow, purpose: QuotePurpose): number {
  return purpose === 'TRANSFER' ? row.transferFeeCents : row.renewalFeeCents;
}

/** The current price. Only the registry knows which names are premium. */
export async function fetchPrice(
  domain: ConnectedName,
  row: SuffixRow,
  purpose: QuotePurpose,
): Promise<Price> {
  const [check] = await registrarOf(domain).check([domain.name], row.yearsAdded);
  return calculatePrice(check?.fees, row, purpose);
}

export function calculatePrice(
  fees: RegistryFees | undefined,
  row: SuffixRow,
  purpose: QuotePurpose,
): Price {
  const standardCents = standardFee(row, purpose);
  if (!fees?.premium) return { feeCents: standardCents, registryCents: null };
  const registryCents = purpose === 'TRANSFER' ? fees.transferCents : fees.renewCents;
  const withMargin = Math.ceil((registryCents * (100 + premiumMarginPercent)) / 100);
  return { feeCents: Math.max(standardCents, withMargin), registryCents };
}

export function toQuote({ feeCents, registryCents }: Price): Quote {
  return {
    amountCents: feeCents,
    premium: registryCents !== null,
    validUntil: new Date(now().getTime() + quoteValidMs).toISOString(),
  };
}

/** Throws INVALID_INPUT unless the maximum fee is a positive amount. */
export function validateMaxFee(maxFeeCents: number | null): void {
  if (maxFeeCents === null || (Number.isSafeInteger(maxFeeCents) && maxFeeCents > 0)) return;
  const message = 'The maximum fee must be greater than zero.';
  throw new DomainError('INVALID_INPUT', message, { fields: { maxFee: message } });
}

/** Throws CONFLICT with a new quote when the price exceeds the agreed fee. */
export function assertWithinAgreedFee(agreedCents: number, price: Price): void {
  if (price.feeCents > agreedCents) throw priceChanged(price);
}

/**
 * Converts an error for the caller. If the registry's price changed before the order arrived, the error
 * gets a new quote that the caller can agree to.
 */
export async function withFreshQuote(
  error: unknown,
  fetchNewPrice: () => Promise<Price>,
): Promise<unknown> {
  const domainError = toDomainError(error);
  if (!(domainError instanceof DomainError) || domainError.details.reason !== 'PRICE_CHANGED')
    return domainError;
  if (domainError.details.quote) return domainError;
  // If the new price cannot be fetched, the original error is returned without an amount.
  return withCallerTimeout(fetchNewPrice()).then(priceChanged, () => domainError);
}

function priceChanged(price: Price): DomainError {
  const quote = toQuote(price);
  const why = quote.premium
    ? 'The registry charges a premium price for this name'
    : 'The fee has changed';
  const message = `${why}: it now costs ${formatCents(quote.amountCents)}. Nothing was charged. Accept this price to continue.`;
  return new DomainError('CONFLICT', message, { reason: 'PRICE_CHANGED', quote });
}
