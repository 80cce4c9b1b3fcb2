/** Filter and order of Transactions, read from the address. Pure. */

import type {
  TransactionFilter,
  TransactionMethod,
  TransactionSort,
  TransactionStatus,
  TransactionType,
} from '../../graph/schema.generated.ts';

export const choices = {
  type: {
    DEPOSIT: 'Deposit',
    TRANSFER_FEE: 'Transfer fee',
    RENEWAL_FEE: 'Renewal fee',
    REFUND: 'Refund',
    ADJUSTMENT: 'Adjustment',
  } satisfies Record<TransactionType, string>,
  method: {
    CARD: 'Card',
    CRYPTOCURRENCY: 'Cryptocurrency',
    BALANCE: 'Balance',
  } satisfies Record<TransactionMethod, string>,
  status: {
    PENDING: 'Pending',
    DONE: 'Complete',
    FAILED: 'Failed',
    REFUNDED: 'Refunded',
  } satisfies Record<TransactionStatus, string>,
};

export type ChoiceName = keyof typeof choices;

/** Unknown values are ignored. */
export function readChoice<Name extends ChoiceName>(query: URLSearchParams, name: Name) {
  const value = query.get(name);
  const known = value !== null && Object.hasOwn(choices[name], value);
  return known ? (value as keyof (typeof choices)[Name]) : undefined;
}

export interface TransactionView {
  filter: TransactionFilter;
  sort: TransactionSort;
}

export function readView(query: URLSearchParams): TransactionView {
  return {
    filter: {
      type: readChoice(query, 'type') ?? null,
      method: readChoice(query, 'method') ?? null,
      status: readChoice(query, 'status') ?? null,
    },
    sort: query.get('sort') === 'oldest' ? 'OLDEST' : 'NEWEST',
  };
}

export const isFiltered = ({ filter }: TransactionView): boolean =>
  Object.values(filter).some((value) => value !== null);

/** The parameters to keep across pages: filter and order, without those of a payment. */
export const viewNames = [...Object.keys(choices), 'sort'];
