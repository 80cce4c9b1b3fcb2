/** The filters of the listings: name and TLD are always visible, the numeric ranges open with a button. */

import { SlidersHorizontal } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { explainAmbiguity } from '../../format/explain-ambiguity.ts';
import { Button } from '../../ui/button/button.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Field } from '../../ui/input/field.tsx';
import { FilterRanges, isRange } from './filter-ranges.tsx';
import type { FilterErrors, FilterName } from './listing-search.ts';
import { filterNames, formatFilter, formatListingSearch, parseFilter } from './listing-search.ts';

const findInput = (form: HTMLFormElement | null, name: string) => {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
};

/** Returns an error for each input that does not parse. */
function validate(typed: Record<FilterName, string>): FilterErrors {
  const invalidNames = filterNames.filter(
    (name) => typed[name].trim() !== '' && parseFilter(name, typed[name]) === undefined,
  );
  return Object.fromEntries(invalidNames.map((name) => [name, describeError(name, typed[name])]));
}

function describeError(name: FilterName, text: string): string {
  if (name.endsWith('amount')) return explainAmbiguity(text) ?? 'Invalid amount';
  if (name.endsWith('apy')) return 'Invalid rate';
  return name.endsWith('term') ? 'Invalid term' : 'Invalid length';
}

export function ListingFilters({ base }: { base: string }) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FilterErrors>({});
  const set = filterNames.filter((name) => parameters.get(name));
  const ranges = set.filter(isRange).length;
  const [open, setOpen] = useState(ranges > 0);
  const panel = useId();
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

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const typed = Object.fromEntries(
      filterNames.map((name) => [name, findInput(form.current, name)?.value ?? '']),
    ) as Record<FilterName, string>;
    const invalid = validate(typed);
    setErrors(invalid);
    const first = filterNames.find((name) => invalid[name]);
    if (first) return findInput(form.current, first)?.focus();
    const next = new URLSearchParams(parameters);
    for (const name of filterNames) next.set(name, formatFilter(name, typed[name]));
    navigate(`${base}/1${formatListingSearch(next)}`, { preventScrollReset: true });
  };

  return (
    <form ref={form} noValidate aria-label="Filter listings" onSubmit={submit} className="mt-5">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Name"
          labelHidden
          name="text"
          type="search"
          placeholder="Search names"
          maxLength={253}
          className="min-w-0 flex-1 basis-56"
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
        <Button
          icon={SlidersHorizontal}
          aria-expanded={open}
          aria-controls={panel}
          className="h-11"
          onClick={() => setOpen(!open)}
        >
          {ranges > 0 ? `Filters (${ranges})` : 'Filters'}
        </Button>
        <Button type="submit" variant="primary" className="h-11">
          Search
        </Button>
        {set.length > 0 && (
          <LinkButton to={`${base}/1`} variant="quiet" className="h-11" preventScrollReset>
            Clear
          </LinkButton>
        )}
      </div>
      <FilterRanges id={panel} hidden={!open} errors={errors} />
    </form>
  );
}
