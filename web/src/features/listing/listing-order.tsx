/** In which order listings stand; a choice is another address. */

import { useNavigate, useSearchParams } from 'react-router-dom';
import { Select } from '../../ui/input/select.tsx';
import { keepWanted } from './listing-search.ts';

const orders = [
  { value: 'newest desc', label: 'Newest first' },
  { value: 'newest asc', label: 'Oldest first' },
  { value: 'amount desc', label: 'Largest loan first' },
  { value: 'amount asc', label: 'Smallest loan first' },
  { value: 'term desc', label: 'Longest term first' },
  { value: 'term asc', label: 'Shortest term first' },
  { value: 'apy desc', label: 'Highest APR first' },
  { value: 'apy asc', label: 'Lowest APR first' },
  { value: 'value desc', label: 'Highest value first' },
  { value: 'value asc', label: 'Lowest value first' },
] as const;

export function ListingOrder({ base }: { base: string }) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const sort = parameters.get('sort') ?? 'newest';
  const direction = parameters.get('direction') === 'asc' ? 'asc' : 'desc';
  const value = orders.find((order) => order.value === `${sort} ${direction}`)?.value;
  const choose = (chosen: string) => {
    const [to = 'newest', way = 'desc'] = chosen.split(' ');
    const wanted = new URLSearchParams(parameters);
    wanted.set('sort', to);
    wanted.set('direction', way);
    navigate(`${base}/1${keepWanted(wanted)}`, { preventScrollReset: true });
  };
  return (
    <Select
      label="Order"
      labelHidden
      className="w-48 shrink-0"
      options={orders}
      value={value ?? 'newest desc'}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
