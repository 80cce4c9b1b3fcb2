/** The bar of value and loan: its label, its colours, its scale, and what it says without an estimate. */

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import type { ValueBarProps } from './value-bar.tsx';
import { ValueBar } from './value-bar.tsx';

const estimate = { low: 430_000, mid: 780_000, high: 1_400_000 };
const show = (more: Partial<ValueBarProps> = {}) => {
  const { container } = render(<ValueBar estimate={estimate} loanCents={420_000} {...more} />);
  const part = (name: string) => container.querySelector<HTMLElement>(`[data-part=${name}]`);
  return {
    container,
    part,
    left: (name: string) => Number.parseFloat(part(name)?.style.left ?? ''),
  };
};

test('the label is the share of the mid estimate, the tooltip that of the low one', () => {
  show();
  expect(screen.getByText('Est. $7,800')).toBeVisible();
  const label = screen.getByText('LTV 54%');
  expect(label).toHaveAttribute('title', 'LTV 98% of the low estimate');
  expect(label).toHaveTextContent(
    'LTV 54%: $4,200.00 on an estimate of $7,800, $4,300 – $14,000; LTV 98% of the low estimate',
  );
});

test('the range is from low to high, with the mid and the loan on the same scale', () => {
  const { part, left } = show();
  expect(left('range')).toBeCloseTo((430 / 1_400) * 100);
  expect(part('range')?.style.right).toBe('0%');
  expect(left('mid')).toBeCloseTo((780 / 1_400) * 100);
  expect(left('loan')).toBeCloseTo((420 / 1_400) * 100);
});

test.each([
  [0, 'LTV 0%', 'text-ink-2'],
  [542_000, 'LTV 69%', 'text-ink-2'],
  [543_000, 'LTV 70%', 'text-amber'],
  [775_000, 'LTV 99%', 'text-amber'],
  [780_000, 'LTV 100%', 'text-red'],
])('a loan of %d cents is labelled %s in %s', (loanCents, label, ink) => {
  const { part } = show({ loanCents });
  expect(screen.getByText(label)).toHaveClass(ink);
  expect(part('loan')).toHaveClass(
    ink === 'text-ink-2' ? 'bg-lend-ink' : ink.replace('text', 'bg'),
  );
});

test('a loan above the high estimate is at the end of the scale, and the range ends before it', () => {
  const { part, left } = show({ loanCents: 2_800_000 });
  expect(left('loan')).toBe(100);
  expect(part('range')?.style.right).toBe('50%');
  expect(screen.getByText('LTV 359%')).toBeVisible();
});

test('an estimate without a range is one figure', () => {
  const same = { low: 780_000, mid: 780_000, high: 780_000 };
  const { left } = show({ estimate: same, caption: 'range' });
  expect(screen.getByText('$7,800')).toBeVisible();
  expect(left('range')).toBe(100);
});

test('a low end of zero has no share, and the label stays', () => {
  show({ estimate: { ...estimate, low: 0 } });
  const label = screen.getByText('LTV 54%');
  expect(label).not.toHaveAttribute('title');
  expect(label).not.toHaveTextContent('low estimate');
});

test.each([
  ['no estimate', null],
  ['an estimate without a mid', { ...estimate, mid: 0 }],
])('with %s there is neither a bar nor an LTV', (_, without) => {
  const { part } = show({ estimate: without });
  expect(screen.getByText('??.??')).toBeVisible();
  expect(screen.queryByText(/LTV/)).toBeNull();
  expect(part('track')).toBeNull();
  expect(show({ estimate: without, caption: 'range' }).container).toBeEmptyDOMElement();
});

test('the owner’s figure is labelled as theirs, and no LTV is derived from it', () => {
  const { part } = show({ estimate: null, ownerValueCents: 900_000 });
  expect(screen.getByText('$9,000 (owner’s figure)')).toBeVisible();
  expect(screen.queryByText(/LTV/)).toBeNull();
  expect(part('track')).toBeNull();
});

test('without a loan the bar shows the value alone', () => {
  const { part } = show({ loanCents: undefined });
  expect(part('range')).not.toBeNull();
  expect(part('loan')).toBeNull();
  expect(screen.queryByText(/LTV/)).toBeNull();
});
