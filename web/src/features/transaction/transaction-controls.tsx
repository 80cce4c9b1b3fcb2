/** The filter and sort selects of Transactions. The address holds the choice. */

import { useNavigate, useSearchParams } from 'react-router-dom';
import { Select } from '../../ui/input/select.tsx';
import type { ChoiceName } from './transaction-view.ts';
import { choices, readChoice, viewSearch } from './transaction-view.ts';

const selects: { name: ChoiceName; label: string; all: string }[] = [
  { name: 'type', label: 'Type', all: 'All types' },
  { name: 'method', label: 'Payment method', all: 'All methods' },
  { name: 'status', label: 'Status', all: 'Any status' },
];

const sorts = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

export function TransactionControls() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(viewSearch(query));
    if (value === '') next.delete(name);
    else next.set(name, value);
    // A new filter starts on the first page.
    navigate(
      { pathname: '/app/transactions', search: next.toString() },
      { preventScrollReset: true },
    );
  };
  return (
    <div className="mt-5 flex flex-wrap gap-3 max-sm:[&>*]:flex-[1_1_40%]">
      {selects.map(({ name, label, all }) => (
        <Select
          key={name}
          label={label}
          labelHidden
          options={[
            { value: '', label: all },
            ...Object.entries(choices[name]).map(([value, label]) => ({ value, label })),
          ]}
          value={readChoice(query, name) ?? ''}
          onChange={(event) => choose(name, event.target.value)}
        />
      ))}
      <Select
        label="Sort by"
        labelHidden
        options={sorts}
        value={query.get('sort') === 'oldest' ? 'oldest' : ''}
        onChange={(event) => choose('sort', event.target.value)}
      />
    </div>
  );
}
