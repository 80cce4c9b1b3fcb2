/** Search, filter and order of My Domains. The address holds the choice. */

import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { FilterSearch } from '../../ui/filter/filter-search.tsx';
import { FilterSelect } from '../../ui/filter/filter-select.tsx';
import { useFilterQuery } from '../../ui/filter/use-filter-query.ts';
import { domainStatusStyles } from '../../ui/status/domain-status-style.ts';
import {
  listPath,
  maxSearchLength,
  orders,
  readLabel,
  readOrder,
  readSearch,
  readStatus,
  viewNames,
} from './list-view.ts';
import { rowsOptions } from './rows-per-page.ts';

const toOptions = (choices: Record<string, { label: string }>) =>
  Object.entries(choices).map(([value, { label }]) => ({ value, label }));

const statuses = [{ value: '', label: 'All domains' }, ...toOptions(domainStatusStyles)];
const sorts = toOptions(orders);

export interface DomainFiltersProps {
  /** Of all domains of the reader. */
  labels: readonly string[];
  /** Undefined while no filter is set. */
  clearHref: string | undefined;
  rowsPerPage: number;
  chooseRows: (rows: number) => void;
}

export function DomainFilters({ labels, clearHref, rowsPerPage, chooseRows }: DomainFiltersProps) {
  const { query, set } = useFilterQuery(listPath, viewNames);
  const label = readLabel(query);
  // Also the chosen one, which may have gone since.
  const known = [...new Set([...labels, ...(label === '' ? [] : [label])])];
  return (
    <FilterBar
      name="Filter domains"
      className="mt-4"
      clearHref={clearHref}
      setCount={(readStatus(query) ? 1 : 0) + (label === '' ? 0 : 1)}
      onSubmit={(form) => set('search', String(new FormData(form).get('search')).trim())}
      search={
        <FilterSearch
          name="search"
          label="Search names"
          maxLength={maxSearchLength}
          value={readSearch(query)}
        />
      }
      filters={
        <>
          <FilterSelect
            label="Show"
            options={statuses}
            value={readStatus(query) ?? ''}
            onChoose={(value) => set('status', value)}
          />
          {known.length > 0 && (
            <FilterSelect
              label="Label"
              options={[
                { value: '', label: 'All labels' },
                ...known.map((one) => ({ value: one, label: one })),
              ]}
              value={label}
              onChoose={(value) => set('label', value)}
            />
          )}
        </>
      }
      order={
        <>
          <FilterSelect
            label="Sort by"
            options={sorts}
            value={readOrder(query)}
            onChoose={(value) => set('sort', value === 'newest' ? '' : value)}
          />
          <FilterSelect
            label="Rows"
            options={rowsOptions}
            value={String(rowsPerPage)}
            onChoose={(value) => {
              chooseRows(Number(value));
              set('sort', query.get('sort') ?? '');
            }}
          />
        </>
      }
    />
  );
}
