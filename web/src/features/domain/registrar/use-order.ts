/** The price of a registry order, and how much the balance is short. */

import { useRef, useState } from 'react';
import type { ApiErrorDetails } from '../../../graph/api-error.ts';
import { ApiError } from '../../../graph/api-error.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import type { OpenDomain, OpenSelf } from '../dialog/open-domain.ts';
import { RenewalQuoteDocument, TransferQuoteDocument } from './order-quote.generated.ts';

interface Price {
  feeCents: number;
  premium: boolean;
  /** The registry is unreachable: this is the list price, and the maximum charged. */
  unconfirmed: boolean;
}

export interface Order extends Partial<Price> {
  /** Undefined while the price is loading. */
  feeCents?: number;
  /** The price changed after the first attempt. */
  changed: boolean;
  /** Null if unknown. */
  balanceCents: number | null;
  /** Zero if the balance is sufficient or unknown. */
  missingCents: number;
  /** Applies the error of a failed order. */
  handleError(error: unknown): void;
}

const purposes = {
  TRANSFER: {
    document: TransferQuoteDocument,
    getListPrice: ({ transferFee }: OpenDomain) => transferFee,
  },
  RENEWAL: {
    document: RenewalQuoteDocument,
    getListPrice: ({ renewalFee }: OpenDomain) => renewalFee,
  },
} as const;

export interface OrderOptions {
  purpose: keyof typeof purposes;
  domain: OpenDomain;
  self: OpenSelf;
}

/** Keeps the first known price, so that the user agrees to the price they have read. */
function usePrice({ purpose, domain }: OrderOptions): Price | undefined {
  const { document, getListPrice } = purposes[purpose];
  const { data, problem } = usePageQuery(document, { id: domain.id });
  const first = useRef<Price>(undefined);
  const quote = data?.domain?.quote;
  const listPriceCents = getListPrice(domain);
  if (quote)
    first.current ??= { feeCents: quote.amount, premium: quote.premium, unconfirmed: false };
  else if (problem && listPriceCents !== null)
    first.current ??= { feeCents: listPriceCents, premium: false, unconfirmed: true };
  return first.current;
}

export function useOrder(options: OrderOptions): Order {
  const [orderError, setOrderError] = useState<ApiErrorDetails>();
  const quote = orderError?.reason === 'PRICE_CHANGED' ? orderError.quote : undefined;
  const changed = quote && {
    feeCents: quote.amountCents,
    premium: quote.premium,
    unconfirmed: false,
  };
  const firstPrice = usePrice(options);
  const price = changed ?? firstPrice;
  const balanceCents = options.self?.balance ?? null;
  const short = Math.max(0, (price?.feeCents ?? 0) - (balanceCents ?? 0));
  return {
    ...price,
    changed: changed !== undefined,
    balanceCents,
    missingCents: balanceCents === null ? (orderError?.missingCents ?? 0) : short,
    handleError: (error) => setOrderError(error instanceof ApiError ? error.details : undefined),
  };
}
