/** What an order at the registry costs, as far as it is known, and what of it the balance lacks. */

import { useRef, useState } from 'react';
import type { ApiErrorDetails } from '../../../graph/api-error.ts';
import { ApiError } from '../../../graph/api-error.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import type { OpenDomain, OpenSelf } from '../shared/open-domain.ts';
import { RenewalQuoteDocument, TransferQuoteDocument } from './order-quote.generated.ts';

interface Price {
  feeCents: number;
  premium: boolean;
  /** The registry could not be asked: it is the plain fee, and the most that is taken. */
  unconfirmed: boolean;
}

export interface Order extends Partial<Price> {
  /** Undefined while the registry is being asked. */
  feeCents?: number;
  /** It was another price when the order was first made. */
  changed: boolean;
  /** Null where it is not known. */
  balanceCents: number | null;
  /** Zero where the balance suffices, or nobody knows. */
  missingCents: number;
  /** Takes in why an order was refused. */
  handleError(error: unknown): void;
}

const purposes = {
  TRANSFER: {
    document: TransferQuoteDocument,
    plain: ({ transferFee }: OpenDomain) => transferFee,
  },
  RENEWAL: { document: RenewalQuoteDocument, plain: ({ renewalFee }: OpenDomain) => renewalFee },
} as const;

export interface OrderOptions {
  purpose: keyof typeof purposes;
  domain: OpenDomain;
  self: OpenSelf;
}

/** The first price that is known stays: whoever presses agrees to what they have read, not to what came meanwhile. */
function usePrice({ purpose, domain }: OrderOptions): Price | undefined {
  const { document, plain } = purposes[purpose];
  const { data, problem } = usePageQuery(document, { id: domain.id });
  const first = useRef<Price>(undefined);
  const quote = data?.domain?.quote;
  const plainCents = plain(domain);
  if (quote)
    first.current ??= { feeCents: quote.amount, premium: quote.premium, unconfirmed: false };
  else if (problem && plainCents !== null)
    first.current ??= { feeCents: plainCents, premium: false, unconfirmed: true };
  return first.current;
}

export function useOrder(buying: OrderOptions): Order {
  const [refusal, setRefusal] = useState<ApiErrorDetails>();
  const quote = refusal?.reason === 'PRICE_CHANGED' ? refusal.quote : undefined;
  const changed = quote && {
    feeCents: quote.amountCents,
    premium: quote.premium,
    unasked: false,
  };
  const known = usePrice(buying);
  const price = changed ?? known;
  const balanceCents = buying.self?.balance ?? null;
  const short = Math.max(0, (price?.feeCents ?? 0) - (balanceCents ?? 0));
  return {
    ...price,
    changed: changed !== undefined,
    balanceCents,
    missingCents: balanceCents === null ? (refusal?.missingCents ?? 0) : short,
    handleError: (error) => setRefusal(error instanceof ApiError ? error.details : undefined),
  };
}
