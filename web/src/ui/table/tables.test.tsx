/** Accessibility of tables and pagination. */

import { expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { EmptyState } from '../feedback/empty-state.tsx';
import { DataTable } from './data-table.tsx';
import { getPageItems } from './page-numbers.ts';
import { Pagination } from './pagination.tsx';

interface Row {
  name: string;
  offers: number;
}

const columns = [
  { header: 'Domain', cell: (row: Row) => row.name },
  { header: 'Offers', cell: (row: Row) => row.offers, align: 'end' as const },
  {
    header: 'Actions',
    cell: (row: Row) => <button type="button">Verify {row.name}</button>,
    actions: true,
  },
];

function show(rows: Row[], hrefOf?: (row: Row) => string) {
  return render(
    <MemoryRouter>
      <DataTable
        caption="My domains"
        columns={columns}
        rows={rows}
        getKey={(row) => row.name}
        getHref={hrefOf}
        empty={<EmptyState>Add a domain you own.</EmptyState>}
      />
    </MemoryRouter>,
  );
}

test('a row whose data changes while it is shown is tinted, and no other', () => {
  const animate = jest.fn();
  HTMLElement.prototype.animate = animate as never;
  const table = (offers: number) => (
    <DataTable
      caption="My domains"
      columns={columns.slice(0, 2)}
      rows={[
        { name: 'tessel.ai', offers },
        { name: 'vellum.app', offers: 1 },
      ]}
      getKey={(row) => row.name}
    />
  );
  const { rerender } = render(table(4));
  rerender(table(4));
  expect(animate).not.toHaveBeenCalled();
  rerender(table(5));
  expect(animate.mock.contexts).toEqual([screen.getByRole('row', { name: /tessel/ })]);
});

test('the table has a name, and its rows are named by their domain', () => {
  show([{ name: 'tessel.ai', offers: 4 }]);
  const table = screen.getByRole('table', { name: 'My domains' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(3);
  expect(within(table).getByRole('rowheader', { name: 'tessel.ai' })).toHaveAttribute(
    'scope',
    'row',
  );
  expect(within(table).getByRole('cell', { name: '4' })).toHaveAttribute('data-l', 'Offers');
});

test('a linked row has one link, and its buttons stay buttons', () => {
  show([{ name: 'tessel.ai', offers: 4 }], (row) => `/app/escrow/${row.name}`);
  expect(screen.getByRole('link')).toHaveAttribute('href', '/app/escrow/tessel.ai');
  expect(screen.getByRole('link')).toHaveAccessibleName('tessel.ai');
  expect(screen.getByRole('button', { name: 'Verify tessel.ai' })).toBeVisible();
});

test('without rows the empty state replaces the table', () => {
  show([]);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('Nothing here yet...')).toBeVisible();
});

function showPages(page: number, pages: number) {
  return render(
    <MemoryRouter>
      <Pagination page={page} pages={pages} getHref={(number) => `/app/transactions/${number}`} />
    </MemoryRouter>,
  );
}

test('one page has no pagination', () => {
  const { container } = showPages(1, 1);
  expect(container).toBeEmptyDOMElement();
});

test('Previous is disabled on the first page', () => {
  showPages(1, 3);
  expect(screen.getByText('Previous').parentElement).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('Previous').parentElement).not.toHaveAttribute('href');
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('href', '/app/transactions/2');
});

test('the current page has aria-current, and every page has an address', () => {
  showPages(3, 3);
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Page 1' })).not.toHaveAttribute('aria-current');
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute(
    'href',
    '/app/transactions/2',
  );
  expect(screen.getByText('Next').parentElement).toHaveAttribute('aria-disabled', 'true');
});

test('Previous on a page past the end leads to the last page', () => {
  showPages(9, 3);
  expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute(
    'href',
    '/app/transactions/3',
  );
});

test('with many pages the first, last and neighbouring pages are shown once, in order and in a constant number of items', () => {
  for (let pages = 2; pages <= 40; pages++)
    for (let page = 1; page <= pages; page++) {
      const items = getPageItems(page, pages);
      const numbers = items.flatMap((item) => item.page ?? []);
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
      for (const shown of [1, page, pages]) expect(numbers).toContain(shown);
      for (const near of [page - 1, page + 1])
        if (near >= 1 && near <= pages) expect(numbers).toContain(near);
      expect(items).toHaveLength(Math.min(pages, 7));
      expect(items.filter((item) => !item.near).length).toBeLessThanOrEqual(5);
    }
});

test('the detail of a row is a separate full-width row', () => {
  const rows = [
    { name: 'tessel.ai', offers: 4 },
    { name: 'vellum.app', offers: 0 },
  ];
  render(
    <DataTable
      caption="Offers"
      columns={columns}
      rows={rows}
      getKey={(row) => row.name}
      getDetail={(row) => (row.offers > 0 ? 'The best is 9%' : null)}
    />,
  );
  const detail = screen.getByRole('cell', { name: 'The best is 9%' });
  expect(detail).toHaveAttribute('colspan', '3');
  expect(screen.getAllByRole('row')).toHaveLength(4);
});
