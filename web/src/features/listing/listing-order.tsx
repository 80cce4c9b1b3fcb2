/** Selects the order of the listings, which is part of the URL. */

import { useNavigate, useSearchParams } from 'react-router-dom';
import { FilterSelect } from '../../ui/filter/filter-select.tsx';
import type { sorts } from './listing-search.ts';
import { formatListingSearch } from './listing-search.ts';

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
  { value: 'ltv asc', label: 'Lowest LTV first' },
  { value: 'ltv desc', label: 'Highest LTV first' },
] as const satisfies { value: `${keyof typeof sorts} ${'asc' | 'desc'}`; label: string }[];

export function ListingOrder({ base }: { base: string }) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const sort = parameters.get('sort') ?? 'newest';
  const direction = parameters.get('direction') === 'asc' ? 'asc' : 'desc';
  const value = orders.find((order) => order.value === `${sort} ${direction}`)?.value;
  const choose = (chosen: string) => {
    const [sortBy = 'newest', sortDirection = 'desc'] = chosen.split(' ');
    const next = new URLSearchParams(parameters);
    next.set('sort', sortBy);
    next.set('direction', sortDirection);
    navigate(`${base}/1${formatListingSearch(next)}`, {
      preventScrollReset: true,
      flushSync: true,
    });
  };
  return (
    <FilterSelect label="Order" options={orders} value={value ?? 'newest desc'} onChoose={choose} />
  );
}
