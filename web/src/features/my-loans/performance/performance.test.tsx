/** A lender's results: the server's figures, as a chart and as a table, with a reason where there is none. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { samplePerformance } from '../testing/sample-performance.ts';
import { PerformanceSection } from './performance-section.tsx';

async function show(more: object = {}) {
  renderScreen({
    at: '/app/lend',
    screens: { '/app/lend': <PerformanceSection /> },
    answers: {
      Performance: replyWith({
        now: samplePerformance.asOf,
        loanPerformance: { ...samplePerformance, ...more },
      }),
    },
  });
  await screen.findByRole('heading', { name: 'Results' });
}

const figure = async (label: string) =>
  (await screen.findByText(label)).closest('dt')?.nextElementSibling?.textContent;

test('each figure is the server’s, and the expected interest is the sum of all months to come', async () => {
  await show();
  expect(await figure('Outstanding')).toBe('$10,000.003 loans, 12.51% on average');
  expect(await figure('Interest earned')).toBe('$40.001 loan repaid');
  expect(await figure('Interest expected')).toMatch(/^\$137\.31/);
  expect(await figure('Realised yield')).toBe(
    '−$860.50$40.00 earned, $900.50 lost: −12.5% a year; seized domains count as nothing',
  );
});

test('a yield that is not a loss is a rate a year', async () => {
  await show({ realisedYieldPercent: 8.25, seizedLoans: 0, principalLost: 0 });
  expect(await figure('Realised yield')).toBe('8.25%Per year, no losses');
});

test('the months are a table for screen readers, with the same figures as the bars', async () => {
  await show();
  const table = await screen.findByRole('table', { name: 'Interest by month' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'MonthEarnedExpected',
    'December 2026$27.04$0.00',
    'January 2027$10.00$20.00',
    'February 2027$0.00$112.31',
  ]);
  const bars = screen.getByRole('region', { name: 'Interest by month' }).querySelectorAll('rect');
  expect(bars).toHaveLength(4);
  const heights = [...bars].map((bar) => Number(bar.getAttribute('height')));
  // The largest month fills the drawing; the others are in proportion.
  expect(heights.map((height) => Math.round((height / 92) * 112_31))).toEqual([
    27_04, 10_00, 20_00, 112_31,
  ]);
});

test('what the months leave out is said', async () => {
  await show();
  for (const text of [
    /\$2\.96 was earned before these months/,
    /\$5\.00 is expected after them/,
    /\$9\.82 has accrued on loans that are past due.*It isn’t assigned to a month\./,
    /Months and days are in UTC\.$/,
  ])
    expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText(/Only your newest loans/)).toBeNull();
});

test.each([
  [1, /1 loan that a decision ended with Nameloan is left out\./],
  [2, /2 loans that a decision ended with Nameloan are left out\./],
])('how many loans the figures leave out is said: %s', async (undecidedLoans, text) => {
  await show({ undecidedLoans });
  expect(await screen.findByText(text)).toBeVisible();
});

test('a figure that can’t be computed is a dash with the reason', async () => {
  await show({
    openLoans: 0,
    weightedRate: null,
    realisedYieldPercent: null,
    realisedYieldNote: 'No loan ran for a whole day.',
  });
  expect(await figure('Realised yield')).toBe('–No loan ran for a whole day.');
  expect(await figure('Outstanding')).toMatch(/No open loan$/);
});

test('exposure is by borrower with its share, and the rest is one row', async () => {
  await show();
  const card = await screen.findByRole('region', { name: 'Exposure by borrower' });
  const rows = within(card)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows).toEqual(['Bea 2 loans$7,500.00 75%', 'Others 4 borrowers$2,500.00 25%']);
});

test('one other borrower is in the singular', async () => {
  await show({ otherBorrowers: 1 });
  const card = await screen.findByRole('region', { name: 'Exposure by borrower' });
  expect(card).toHaveTextContent('Others 1 borrower$2,500.00');
});

test('a seized domain has its estimate, labelled as one', async () => {
  await show();
  const card = await screen.findByRole('region', { name: 'Seized domains' });
  expect(card).toHaveTextContent('$900.50 lentEst. $7,800');
  expect(card).toHaveTextContent('Seized on Dec 2, 2026');
  expect(card).toHaveTextContent('Automated estimate. Not a guarantee.');
  expect(card).toHaveTextContent('The yield counts these domains as nothing.');
});

test('before the first receipt there are no figures, and nothing to download', async () => {
  await show({ openLoans: 0, repaidLoans: 0, seizedLoans: 0, borrowers: [], seized: [] });
  expect(await screen.findByText(/Your results start once/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  expect(screen.queryByText('Outstanding')).toBeNull();
});
