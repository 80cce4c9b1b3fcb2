/** Deliberate type errors in a schema, filters and writes: `tsc` must report each, or it reports the directive above it. */

import type { Filter, Sort } from './entity.ts';
import { listOf, nested, oneOf } from './fields.ts';
import type { ModelDefinition } from './model.ts';
import { Store } from './store.ts';
import type { Tx } from './tx.ts';

type Status = 'OPEN' | 'CLOSED';
interface Loan {
  id: string;
  version: number;
  status: Status;
  amountCents: number;
  termDays: number;
  endedAt: Date | null;
  note: { text: string; feeCents: number } | null;
  postings: { account: string }[];
}

const whole = {
  version: Number,
  status: oneOf('OPEN', 'CLOSED'),
  amountCents: BigInt,
  termDays: Number,
  endedAt: Date,
  note: nested<NonNullable<Loan['note']>>({ text: String, feeCents: BigInt }),
  postings: listOf<Loan['postings'][number]>({ account: String }),
};
type Schema = ModelDefinition<Loan>['fields'];

/** Valid uses: a schema, filters with paths and operators, sort orders. */
export const right: [Schema, Filter<Loan>[], Sort<Loan>] = [
  whole,
  [
    { _id: { $in: ['a'] }, status: 'OPEN', amountCents: { $gte: 1 } },
    { 'note.text': { $regex: '^a' }, 'postings.account': 'x', endedAt: { $lte: new Date(0) } },
    { $or: [{ endedAt: null }, { status: { $in: ['OPEN', 'CLOSED'] } }] },
  ],
  { 'note.feeCents': -1, _id: 1 },
];

export const schemas: Schema[] = [
  // @ts-expect-error cents are 64-bit whole numbers, not text
  { ...whole, amountCents: String },
  // @ts-expect-error nor a double
  { ...whole, amountCents: Number },
  // @ts-expect-error a date is not a string
  { ...whole, endedAt: String },
  // @ts-expect-error a status is one of a list
  { ...whole, status: String },
  // @ts-expect-error the list is incomplete
  { ...whole, status: oneOf('OPEN') },
  // @ts-expect-error there is no such status
  { ...whole, status: oneOf('OPEN', 'CLOSED', 'GONE') },
  // @ts-expect-error a key inside is missing
  { ...whole, note: nested({ text: String }) },
  // @ts-expect-error a list of objects is not an object
  { ...whole, postings: nested({ account: String }) },
];

export const filters: Filter<Loan>[] = [
  // @ts-expect-error a misspelt key
  { statos: 'OPEN' },
  // @ts-expect-error the id is _id in the store
  { id: 'a' },
  // @ts-expect-error an impossible status
  { status: 'GONE' },
  // @ts-expect-error an impossible status in an operator
  { status: { $in: ['OPEN', 'GONE'] } },
  // @ts-expect-error an operator that does not exist
  { termDays: { $gtt: 1 } },
  // @ts-expect-error a value of another type
  { amountCents: '1' },
  // @ts-expect-error a misspelt path
  { 'note.txt': 'a' },
  // @ts-expect-error an impossible status further down
  { $or: [{ status: 'GONE' }] },
];

// @ts-expect-error a sort order by an unknown key
export const order: Sort<Loan> = { createdAt: -1 };

export async function writes(loan: Loan, tx: Tx): Promise<void> {
  const loans = new Store('types').defineModel<Loan>('loans', { label: 'loan', fields: whole });
  await loans.update(loan, { ...loan, status: 'CLOSED' }, tx);
  // @ts-expect-error a misspelt key next to a spread
  await loans.update(loan, { ...loan, statos: 'CLOSED' }, tx);
  // @ts-expect-error an impossible status
  await loans.update(loan, { ...loan, status: 'GONE' }, tx);
  // @ts-expect-error an unknown key
  await loans.findProjected({}, ['statos']);
}
