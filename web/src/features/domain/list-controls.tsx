/** The filter and sort selects of My Domains. The URL holds the choice. */

import { useNavigate, useSearchParams } from 'react-router-dom';
import { Select } from '../../ui/input/select.tsx';
import { domainStatusStyles } from '../../ui/status/domain-status-style.ts';
import { orders, readOrder, readStatus } from './list-view.ts';

const toOptions = (choices: Record<string, { label: string }>) =>
  Object.entries(choices).map(([value, { label }]) => ({ value, label }));

const statuses = [{ value: '', label: 'All domains' }, ...toOptions(domainStatusStyles)];
const sorts = toOptions(orders);

export function ListControls() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const choose = (name: 'status' | 'sort', value: string) => {
    const next = new URLSearchParams(query);
    if (value === '' || (name === 'sort' && value === 'newest')) next.delete(name);
    else next.set(name, value);
    // A new filter starts on the first page.
    navigate(
      { pathname: '/app/my-domains', search: next.toString() },
      { preventScrollReset: true },
    );
  };
  return (
    <div className="flex flex-wrap gap-3 max-sm:order-last max-sm:w-full max-sm:[&>*]:flex-1">
      <Select
        label="Show"
        labelHidden
        options={statuses}
        value={readStatus(query) ?? ''}
        onChange={(event) => choose('status', event.target.value)}
      />
      <Select
        label="Sort by"
        labelHidden
        options={sorts}
        value={readOrder(query)}
        onChange={(event) => choose('sort', event.target.value)}
      />
    </div>
  );
}
