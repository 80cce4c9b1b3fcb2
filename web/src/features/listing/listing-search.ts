/** The search for listings in the URL: filter and order. Values that do not parse are ignored. */

import { planKinds } from '@nameloan/loan-math/plan-terms';
import { parseDays } from '../../format/parse-days.ts';
import { parseMoney } from '../../format/parse-money.ts';
import { parsePercent } from '../../format/parse-percent.ts';
import { buildSearch } from '../../ui/filter/use-filter-query.ts';
import type { ListingsQueryVariables } from './listings.generated.ts';

export type ListingSearch = Required<Pick<ListingsQueryVariables, 'filter' | 'sort' | 'direction'>>;
type Filter = NonNullable<ListingSearch['filter']>;

/** The filter's inputs and URL parameters, named like the query parameters of the REST call. */
export const filterNames = [
  'text',
  'suffix',
  'min_amount',
  'max_amount',
  'min_term',
  'max_term',
  'min_apy',
  'max_apy',
  'min_value',
  'max_value',
  'min_ltv',
  'max_ltv',
  'min_length',
  'max_length',
  'plan',
  'registrar',
  'min_age_days',
  'expires_after',
  'dnssec',
] as const;
export type FilterName = (typeof filterNames)[number];
/** Validation errors by input. */
export type FilterErrors = Partial<Record<FilterName, string>>;

const parseInteger = (text: string) =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** As the services take it. */
const maxAgeDays = 36_500;

function parseAge(text: string): number | undefined {
  const days = parseDays(text);
  return days !== undefined && days <= maxAgeDays ? days : undefined;
}

function parseDay(text: string): string | undefined {
  const day = text.trim();
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T`) ? day : undefined;
}

function parseSigning(text: string): string | undefined {
  const state = text.trim().toUpperCase();
  return state === 'SIGNED' || state === 'UNSIGNED' ? state : undefined;
}

const parsePlan = (text: string): string | undefined =>
  planKinds.find((kind) => kind === text.trim().toUpperCase());

const parsers = {
  amount: (text: string) => parseMoney(text),
  term: parseDays,
  apy: parsePercent,
  value: (text: string) => parseMoney(text),
  ltv: parsePercent,
  length: parseInteger,
  plan: parsePlan,
  age_days: parseAge,
  expires_after: parseDay,
  dnssec: parseSigning,
} as const;

/** What the input is about: a range has two inputs. */
export const subjectOf = (name: FilterName) => name.replace(/^(?:min|max)_/, '');

/** The name of the GraphQL field. */
const toFieldName = (name: FilterName) =>
  name.replace('apy', 'rate').replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Parses the text of an input; undefined if it is empty or invalid. */
export function parseFilter(name: FilterName, text: string): string | number | undefined {
  if (name === 'text' || name === 'suffix' || name === 'registrar') return text.trim() || undefined;
  return parsers[subjectOf(name) as keyof typeof parsers](text);
}

/** Cents and basis points as a plain number: "1000", "1000.5", "9.25"; other numbers as they are. */
const units: Readonly<Record<string, number>> = { amount: 100, apy: 100, value: 100, ltv: 100 };

/** The text for the URL: one that means the same in every locale. The text of an invalid input stays. */
export function formatFilter(name: FilterName, text: string): string {
  const value = parseFilter(name, text);
  if (typeof value !== 'number') return text.trim();
  return String(value / (units[subjectOf(name)] ?? 1));
}

export const sorts = {
  newest: 'NEWEST',
  amount: 'AMOUNT',
  term: 'TERM',
  apy: 'APY',
  value: 'VALUE',
  ltv: 'LTV',
} as const satisfies Record<string, ListingSearch['sort']>;

const isSort = (text: string): text is keyof typeof sorts => Object.hasOwn(sorts, text);

export function parseListingSearch(parameters: URLSearchParams): ListingSearch {
  const sort = parameters.get('sort') ?? '';
  const filter: Record<string, string | number> = {};
  for (const name of filterNames) {
    const value = parseFilter(name, parameters.get(name) ?? '');
    if (value !== undefined) filter[toFieldName(name)] = value;
  }
  return {
    filter: Object.keys(filter).length > 0 ? (filter as Filter) : null,
    sort: isSort(sort) ? sorts[sort] : 'NEWEST',
    direction: parameters.get('direction') === 'asc' ? 'ASC' : 'DESC',
  };
}

/** Keeps only filter and order of the URL, for links to other pages. */
export function formatListingSearch(parameters: URLSearchParams): string {
  return buildSearch(parameters, [...filterNames, 'sort', 'direction']);
}

/** The same order without a filter; undefined while no filter is set. */
export function formatClearedSearch(parameters: URLSearchParams): string | undefined {
  const filtered = filterNames.some((name) => parameters.get(name));
  return filtered ? buildSearch(parameters, ['sort', 'direction']) : undefined;
}
