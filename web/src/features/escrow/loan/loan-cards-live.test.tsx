/** The cards of a loan while its page stays open: what changes is tinted. */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { NextStepCard } from './next-step-card.tsx';
import { RepaymentCard } from './repayment-card.tsx';

const animate = jest.fn<(keyframes: Keyframe[], ms: number) => Animation>();

beforeEach(() => {
  animate.mockReset();
  HTMLElement.prototype.animate = animate as never;
});

const cards = (more: Partial<Loan>) => (
  <MemoryRouter>
    <NextStepCard loan={buildLoan(more)} onAction={jest.fn()} />
    <RepaymentCard loan={buildLoan(more)} />
  </MemoryRouter>
);

const nextStep = 'What happens next';
const repayment = 'Repayment';
const claim = {
  date: '2027-01-29',
  method: 'Wire',
  reference: 'R-1',
  paymentId: null,
  at: '2027-01-29T10:00:00.000Z',
};
const waitingFor = { ...buildLoan().waitingFor, until: '2027-02-20T10:00:00.000Z' };

test.each<[string, Partial<Loan>, string[]]>([
  ['nothing that is shown', { maySeize: true }, []],
  ['the stage', { stage: 'IN_GRACE' }, [nextStep]],
  ['the deadline', { waitingFor }, [nextStep]],
  ['the payoff', { payoff: 18_200_00 }, [nextStep, repayment]],
  ['a claimed repayment', { repaymentClaim: claim }, [repayment]],
])('changing %s tints the cards that show it', (_, change, tinted) => {
  const { rerender } = render(cards({}));
  rerender(cards({}));
  expect(animate).not.toHaveBeenCalled();
  rerender(cards(change));
  expect(animate.mock.contexts).toEqual(tinted.map((name) => screen.getByRole('region', { name })));
});

test('each change is visible: the callout has the colour of the tint, so it starts from the surface', () => {
  const { rerender } = render(cards({}));
  rerender(cards({ payoff: 18_200_00 }));
  const colors = animate.mock.calls.map(([[first]]) => first?.backgroundColor);
  expect(colors).toEqual(['var(--surface)', 'var(--brand-tint)']);
});
