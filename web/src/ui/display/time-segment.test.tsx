/** The timeline's segment is true to time. */

import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import type { StepTime } from './time-segment.tsx';
import { computePosition, TimeSegment } from './time-segment.tsx';
import { Timeline } from './timeline.tsx';

test('the filled share grows with the elapsed share of the term, then with that of the grace period', () => {
  const position = (elapsed: number, grace = 0) =>
    computePosition({ elapsed, grace, state: 'running' });
  const due = position(1);
  expect(position(0)).toBe(0);
  expect(position(0.25)).toBeCloseTo(due / 4);
  expect(position(0.5)).toBeCloseTo(due / 2);
  expect(position(1, 0.5)).toBeCloseTo((due + 100) / 2);
  expect(position(1, 1)).toBe(100);
});

const show = (time: StepTime) => {
  const { container } = render(<TimeSegment time={time} />);
  return [...container.querySelectorAll('[data-state] > span')].map((part) => part.className);
};

test('a dispute before the term began makes the payment step hatched', () => {
  const steps = [{ title: 'Sign' }, { title: 'Payment', disputed: true }, { title: 'Close' }];
  const { container } = render(<Timeline steps={steps} at={1} />);
  const disputed = container.querySelectorAll('[data-state="disputed"]');
  expect(disputed).toHaveLength(1);
  expect(disputed[0]?.closest('li')).toHaveAttribute('aria-current', 'step');
  expect(disputed[0]?.firstElementChild).toHaveClass('bg-hatched-red');
});

test('grace is amber, a loan after it red, a dispute hatched', () => {
  expect(show({ elapsed: 0.5, grace: 0, state: 'running' }).join()).not.toMatch(/bg-red|hatched/);
  expect(show({ elapsed: 1, grace: 0.5, state: 'grace' }).join()).toMatch(/bg-amber( |,|$)/);
  expect(show({ elapsed: 1, grace: 1, state: 'overdue' }).join()).toMatch(/bg-red/);
  expect(show({ elapsed: 0.5, grace: 0, state: 'disputed' }).join()).toMatch(/bg-hatched-red/);
});

test('only the current step shows time', () => {
  const time: StepTime = { elapsed: 0.5, grace: 0, state: 'running' };
  const steps = [{ title: 'Sign' }, { title: 'Loan open', time }, { title: 'Close' }];
  const { container, rerender } = render(<Timeline steps={steps} at={1} />);
  expect(container.querySelectorAll('[data-state]')).toHaveLength(1);
  rerender(<Timeline steps={steps} at={3} />);
  expect(container.querySelectorAll('[data-state]')).toHaveLength(0);
});
