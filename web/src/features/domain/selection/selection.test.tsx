/** Selecting domains in My Domains, and listing them together. */

import { afterEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { MyDomainsPage } from '../my-domains-page.tsx';
import { buildDomain } from '../testing/some-domain.ts';

const appraisal = { __typename: 'Appraisal', low: 50_000, mid: 100_000, high: 200_000 };
const build = (id: string, more: object = {}) =>
  buildDomain({ id, name: `${id}.com`, unicodeName: `${id}.com`, actions: ['LIST'], ...more });
const blocked = {
  __typename: 'BlockedDomainAction',
  action: 'LIST',
  message: 'Verify this domain before you list it.',
};
const domains = [
  build('one', { appraisal }),
  build('two', { appraisal }),
  build('three', { actions: [], blockedActions: [blocked] }),
];
const result = (domainId: string, error: object | null) => ({
  ...{ __typename: 'ListingResult', domainId },
  error: error && { __typename: 'RowError', ...error },
});

const verification = { __typename: 'Verification', id: 'v1' };

const open = () =>
  renderScreen({
    at: '/app/my-domains',
    screens: { '/app/my-domains/:page?': <MyDomainsPage /> },
    answers: {
      MyDomains: replyWith({
        domains: { __typename: 'DomainPage', domains, pages: 2, total: 9 },
      }),
      CheckSelected: replyWith({ verifyDomains: { ...verification, total: 2 } }),
      CheckAllProgress: replyWith({
        verification: {
          ...verification,
          ...{ total: 2, proven: 1, absent: 1, other: 0, unclear: 0, pending: 0 },
        },
      }),
      ListSelected: replyWith({
        openListings: [
          result('one', null),
          result('two', { code: 'CONFLICT', message: 'This domain is already listed.' }),
        ],
      }),
    },
  });

test('the selected names, and no others, are checked together', async () => {
  const { calls } = open();
  await select('Select one.com');
  await select('Select three.com');
  const bar = await screen.findByRole('region', { name: 'Selection' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Check' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Check 2 Domains' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Check 2 Domains' }));
  await dialog.findByText('1 proven, 1 no record');
  expect(calls('CheckSelected')).toEqual([{ ids: ['one', 'three'] }]);
});

afterEach(() => localStorage.clear());

const select = async (name: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name }));

test('rows are selected one by one or all, and the bar counts them', async () => {
  open();
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  await select('Select one.com');
  const bar = await screen.findByRole('region', { name: 'Selection' });
  expect(within(bar).getByRole('status')).toHaveTextContent('1 selected');
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
  expect(all.indeterminate).toBe(true);
  await userEvent.click(within(bar).getByRole('button', { name: 'Select all on this page' }));
  expect(within(bar).getByRole('status')).toHaveTextContent('3 selected');
  expect(all).toBeChecked();
  await userEvent.click(all);
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
});

test('the selection is listed by a share of the estimates, and each name has its result', async () => {
  const { calls } = open();
  await select('Select all on this page');
  await userEvent.click(await screen.findByRole('button', { name: 'List' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('list', { name: '1 left out' })).toHaveTextContent(
    'three.comVerify this domain before you list it.',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'List 2 Domains' }));
  expect(await dialog.findByText('Invalid term')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Desired term in days'), '365');
  await userEvent.type(dialog.getByLabelText('Desired APR'), '10');
  await userEvent.click(dialog.getByRole('button', { name: 'List 2 Domains' }));
  expect(await dialog.findByText('Invalid percentage')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Share of the estimated value'), '50');
  expect(dialog.getByRole('list', { name: '2 will be listed' })).toHaveTextContent('$500.00');
  expect(dialog.getByLabelText('Cost of all loans')).toHaveTextContent('You repay$1,100.00');
  await userEvent.click(dialog.getByRole('button', { name: 'List 2 Domains' }));
  const done = within(await screen.findByRole('dialog', { name: '1 listed, 1 not' }));
  expect(done.getByRole('list', { name: '1 not listed' })).toHaveTextContent(
    'two.comThis domain is already listed.',
  );
  const terms = {
    ...{ percentOfValue: 5_000, desiredTerm: 365, desiredRate: 1_000 },
    businessPurpose: false,
  };
  expect(calls('ListSelected')).toEqual([
    {
      items: [
        { domainId: 'one', ...terms },
        { domainId: 'two', ...terms },
      ],
    },
  ]);
});

test('while a term is typed that no loan can have, the costs are open', async () => {
  open();
  await select('Select one.com');
  await userEvent.click(await screen.findByRole('button', { name: 'List' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Share of the estimated value'), '50');
  await userEvent.type(dialog.getByLabelText('Desired APR'), '10');
  const term = dialog.getByLabelText('Desired term in days');
  for (const [typed, repay] of [
    ['0', '–'],
    ['365', '$550.00'],
    ['999999', '–'],
  ] as const) {
    await userEvent.clear(term);
    await userEvent.type(term, typed);
    expect(dialog.getByLabelText('Cost of all loans')).toHaveTextContent(`You repay${repay}`);
  }
});

test.each([
  ['List', 'listed'],
  ['Unlist', 'unlisted'],
  ['Remove', 'removed'],
])(
  '%s with no domain that it applies to gives the reasons and can only be closed',
  async (action, done) => {
    open();
    await select('Select three.com');
    const bar = within(await screen.findByRole('region', { name: 'Selection' }));
    await userEvent.click(bar.getByRole('button', { name: action }));
    const title = `None of these can be ${done}`;
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(dialog.getByRole('list', { name: '1 left out' })).toHaveTextContent('three.com');
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('removing all domains of the last page shows the result over the page before', async () => {
  let rest = [build('one', { actions: ['REMOVE'] }), build('two', { actions: ['REMOVE'] })];
  const page = (shown: typeof rest) =>
    replyWith({
      domains: { __typename: 'DomainPage', domains: shown, pages: rest.length ? 2 : 1, total: 9 },
    });
  const { at } = renderScreen({
    at: '/app/my-domains/2',
    screens: { '/app/my-domains/:page?': <MyDomainsPage /> },
    answers: {
      MyDomains: ({ page: number }) => page(number === 1 ? [build('zero')] : rest),
      RemoveSelected: ({ ids }) => {
        rest = [];
        return replyWith({
          removeDomains: ids.map((id: string) => ({
            ...{ __typename: 'RowResult', id, error: null },
          })),
        });
      },
    },
  });
  await select('Select all on this page');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove 2 Domains' }));
  const done = within(await screen.findByRole('dialog', { name: '2 removed' }));
  await screen.findByRole('checkbox', { name: 'Select zero.com' });
  expect(at()).toBe('/app/my-domains/1');
  expect(done.getByRole('list', { name: '2 removed' })).toHaveTextContent('two.com');
});

test('the rows of a page are the user’s setting in this browser, and the first page follows', async () => {
  const { calls, at } = open();
  await screen.findByRole('checkbox', { name: 'Select one.com' });
  expect(calls('MyDomains').at(-1)?.limit).toBe(7);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), '50');
  expect(calls('MyDomains').at(-1)).toMatchObject({ page: 1, limit: 50 });
  expect(at()).toBe('/app/my-domains');
  expect(localStorage.getItem('domains-per-page')).toBe('50');
});
