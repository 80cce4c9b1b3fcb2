/** The filters and the order of Transactions. The address holds the choice. */

import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter/filter-select.tsx';
import { useFilterQuery } from '../../ui/filter/use-filter-query.ts';
import type { ChoiceName } from './transaction-view.ts';
import { choices, readChoice, viewNames } from './transaction-view.ts';

const selects: { name: ChoiceName; label: string; all: string }[] = [
  { name: 'type', label: 'Type', all: 'All types' },
  { name: 'method', label: 'Payment method', all: 'All methods' },
  { name: 'status', label: 'Status', all: 'Any status' },
];

const sorts = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

/** `clearHref`: undefined while no filter is set. */
export function TransactionControls({ clearHref }: { clearHref: string | undefined }) {
  const { query, set } = useFilterQuery('/app/transactions', viewNames);
  return (
    <FilterBar
      name="Filter transactions"
      className="mt-5"
      clearHref={clearHref}
      filters={selects.map(({ name, label, all }) => (
        <FilterSelect
          key={name}
          label={label}
          options={[
            { value: '', label: all },
            ...Object.entries(choices[name]).map(([value, label]) => ({ value, label })),
          ]}
          value={readChoice(query, name) ?? ''}
          onChoose={(value) => set(name, value)}
        />
      ))}
      order={
        <FilterSelect
          label="Sort by"
          options={sorts}
          value={query.get('sort') === 'oldest' ? 'oldest' : ''}
          onChoose={(value) => set('sort', value)}
        />
      }
    />
  );
}
