/** The filters and the order of the listings: name and TLD are always visible, the others open with a button. */

import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { explainAmbiguity } from '../../format/explain-ambiguity.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { FilterSearch } from '../../ui/filter/filter-search.tsx';
import { Field } from '../../ui/input/field.tsx';
import { FilterRanges, isRange } from './filter-ranges.tsx';
import { ListingOrder } from './listing-order.tsx';
import type { FilterErrors, FilterName } from './listing-search.ts';
import {
  filterNames,
  formatClearedSearch,
  formatFilter,
  formatListingSearch,
  parseFilter,
  subjectOf,
} from './listing-search.ts';

const findInput = (form: HTMLFormElement | null, name: string) => {
  const input = form?.elements.namedItem(name);
  const isInput = input instanceof HTMLInputElement || input instanceof HTMLSelectElement;
  return isInput ? input : undefined;
};

/** Returns an error for each input that does not parse. */
function validate(typed: Record<FilterName, string>): FilterErrors {
  const invalidNames = filterNames.filter(
    (name) => typed[name].trim() !== '' && parseFilter(name, typed[name]) === undefined,
  );
  return Object.fromEntries(invalidNames.map((name) => [name, describeError(name, typed[name])]));
}

const moneyNames = ['amount', 'value'];
const invalidMessages = {
  amount: 'Invalid amount',
  term: 'Invalid term',
  apy: 'Invalid rate',
  value: 'Invalid value',
  ltv: 'Invalid LTV',
  length: 'Invalid length',
  plan: 'Invalid choice',
  age_days: 'Invalid age',
  expires_after: 'Invalid date',
  dnssec: 'Invalid choice',
} as const;

function describeError(name: FilterName, text: string): string {
  const of = subjectOf(name) as keyof typeof invalidMessages;
  return (moneyNames.includes(of) && explainAmbiguity(text)) || invalidMessages[of];
}

/** Focuses the first invalid input, not before the panel is open. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: FilterErrors): void {
  useEffect(() => {
    const first = filterNames.find((name) => errors[name]);
    if (first) findInput(form.current, first)?.focus();
  }, [form, errors]);
}

export function ListingFilters({ base }: { base: string }) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FilterErrors>({});
  const ranges = filterNames.filter((name) => isRange(name) && parameters.get(name)).length;
  const cleared = formatClearedSearch(parameters);
  const search = parameters.toString();

  // Back and forward restore the filters of that page.
  useEffect(() => {
    const shown = new URLSearchParams(search);
    for (const name of filterNames) {
      const input = findInput(form.current, name);
      if (input) input.value = shown.get(name) ?? '';
    }
    setErrors({});
  }, [search]);
  useFocusOnError(form, errors);
  const submit = () => {
    const typed = Object.fromEntries(
      filterNames.map((name) => [name, findInput(form.current, name)?.value ?? '']),
    ) as Record<FilterName, string>;
    const invalid = validate(typed);
    setErrors(invalid);
    if (filterNames.some((name) => invalid[name])) return;
    const next = new URLSearchParams(parameters);
    for (const name of filterNames) next.set(name, formatFilter(name, typed[name]));
    navigate(`${base}/1${formatListingSearch(next)}`, {
      preventScrollReset: true,
      flushSync: true,
    });
  };

  return (
    <FilterBar
      ref={form}
      name="Filter listings"
      className="mt-5"
      search={
        <>
          <FilterSearch
            name="text"
            label="Search names"
            maxLength={253}
            value={parameters.get('text') ?? ''}
          />
          <Field
            label="TLD"
            labelHidden
            name="suffix"
            placeholder="com"
            before="."
            maxLength={63}
            autoCapitalize="none"
            spellCheck={false}
            className="w-28"
          />
        </>
      }
      order={<ListingOrder base={base} />}
      panel={<FilterRanges errors={errors} />}
      setCount={ranges}
      forceOpen={filterNames.some((name) => isRange(name) && errors[name] !== undefined)}
      clearHref={cleared === undefined ? undefined : `${base}/1${cleared}`}
      onSubmit={submit}
    />
  );
}
