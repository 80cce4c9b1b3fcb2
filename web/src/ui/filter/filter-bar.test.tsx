/** The bar of filters: what applies when, what a changed filter keeps, and Clear. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../testing/render-screen.tsx';
import { NoMatches } from '../feedback/no-matches.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FilterSearch } from './filter-search.tsx';
import { FilterSelect } from './filter-select.tsx';
import { useFilterQuery } from './use-filter-query.ts';

const kept = ['search', 'status', 'sort'];
const statuses = [
  { value: '', label: 'All' },
  { value: 'OPEN', label: 'Open' },
];

function Bar() {
  const { query, set } = useFilterQuery('/list', kept);
  const status = query.get('status') ?? '';
  return (
    <>
      <FilterBar
        name="Filter things"
        clearHref={status || query.get('search') ? '/list' : undefined}
        setCount={status ? 1 : 0}
        onSubmit={(form) => set('search', String(new FormData(form).get('search')))}
        search={
          <FilterSearch
            name="search"
            label="Search names"
            maxLength={10}
            value={query.get('search') ?? ''}
          />
        }
        filters={
          <FilterSelect
            label="Status"
            options={statuses}
            value={status}
            onChoose={(value) => set('status', value)}
          />
        }
      />
      <NoMatches title="No things match." clearHref="/list" />
    </>
  );
}

const show = (at: string) =>
  renderScreen({ at, screens: { '/list/:page?': <Bar /> }, answers: {} });
const search = () => screen.getByRole('textbox', { name: 'Search names' });

test('a select applies at once, from the first page, and keeps the order but nothing else', async () => {
  const { at } = show('/list/3?sort=oldest&deposit=d1');
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Open');
  expect(at()).toBe('/list?status=OPEN&sort=oldest');
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'All');
  expect(at()).toBe('/list?sort=oldest');
});

test('the search applies with Enter or its button, and follows the address', async () => {
  const { at, go } = show('/list?status=OPEN');
  await userEvent.type(search(), 'harbor{Enter}');
  expect(at()).toBe('/list?search=harbor&status=OPEN');
  await userEvent.clear(search());
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(at()).toBe('/list?status=OPEN');
  await go(-1);
  expect(search()).toHaveValue('harbor');
});

test('Clear is offered only while a filter is set, and empties the search', async () => {
  const { at } = show('/list?search=harbor');
  await userEvent.click(screen.getByRole('link', { name: 'Clear' }));
  expect(at()).toBe('/list');
  expect(search()).toHaveValue('');
  expect(screen.queryByRole('link', { name: 'Clear' })).toBeNull();
});

test('the button counts the folded filters and says whether they are shown', async () => {
  show('/list?status=OPEN');
  const button = screen.getByRole('button', { name: 'Filters (1)' });
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('a list that its filters emptied says so and does not claim to be new', () => {
  show('/list?status=OPEN');
  expect(screen.getByText('No things match.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute('href', '/list');
  expect(screen.queryByText('Nothing here yet...')).toBeNull();
});
