/** Which listings are wanted, as it stands in the address: what cannot be read there is left out. */

import { parseMoney } from '../../format/parse-money.ts';
import { parsePercent } from '../../format/parse-percent.ts';
import type { ListingsQueryVariables } from './listings.generated.ts';

export type Wanted = Required<Pick<ListingsQueryVariables, 'filter' | 'sort' | 'direction'>>;
type Filter = NonNullable<Wanted['filter']>;

/** The inputs of the filter, by the names of their parameters: those that programs use. */
export const filterNames = [
  'text',
  'suffix',
  'min_amount',
  'max_amount',
  'min_term',
  'max_term',
  'min_apy',
  'max_apy',
  'min_length',
  'max_length',
] as const;
export type FilterName = (typeof filterNames)[number];
/** What is typed there and cannot be read. */
export type FilterErrors = Partial<Record<FilterName, string>>;

const whole = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : undefined);

const kinds = { amount: parseMoney, term: whole, apy: parsePercent, length: whole } as const;

/** As the graph calls it. */
const fieldOf = (name: FilterName) => name.replace(/_(\w)/, (_, letter) => letter.toUpperCase());

/** The value that a text stands for; undefined where it stands for none. */
export function readFilter(name: FilterName, text: string): string | number | undefined {
  if (name === 'text' || name === 'suffix') return text.trim() || undefined;
  return kinds[name.slice(4) as keyof typeof kinds](text);
}

export const sorts = {
  newest: 'NEWEST',
  amount: 'AMOUNT',
  term: 'TERM',
  apy: 'APY',
  value: 'VALUE',
} as const satisfies Record<string, Wanted['sort']>;

const isSort = (text: string): text is keyof typeof sorts => Object.hasOwn(sorts, text);

export function readWanted(parameters: URLSearchParams): Wanted {
  const sort = parameters.get('sort') ?? '';
  const filter: Record<string, string | number> = {};
  for (const name of filterNames) {
    const value = readFilter(name, parameters.get(name) ?? '');
    if (value !== undefined) filter[fieldOf(name)] = value;
  }
  return {
    filter: Object.keys(filter).length > 0 ? (filter as Filter) : null,
    sort: isSort(sort) ? sorts[sort] : 'NEWEST',
    direction: parameters.get('direction') === 'asc' ? 'ASC' : 'DESC',
  };
}

/** The filter and order of an address, without what else stands in it, for the addresses of other pages. */
export function keepWanted(parameters: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of [...filterNames, 'sort', 'direction']) {
    const text = parameters.get(name);
    if (text) kept.set(name, text);
  }
  const search = kept.toString();
  return search === '' ? '' : `?${search}`;
}
