/** The strip of payments: late ones share the left edge, each with its own period of grace. */

import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PaymentStrip } from './payment-strip.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('two late payments, both at the left edge, have their own periods of grace', () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const flows = [4, 6].map((days) => ({
    escrowId: `late-${days}`,
    unicodeName: 'sail.net',
    kind: 'REPAYMENT' as const,
    direction: 'OUT' as const,
    at: inDays(-2),
    amount: 86_012,
    graceEndsAt: inDays(days),
  }));
  const payments = { flows, total: 2, incoming: 0, outgoing: 172_024, complete: true };
  renderScreen({ at: '/', screens: { '/': <PaymentStrip payments={payments} /> } });
  const strip = screen.getByRole('region', { name: 'Next 90 days' });
  const graces = [...strip.querySelectorAll('rect.text-amber')];
  expect(new Set(graces.map((one) => one.getAttribute('width'))).size).toBe(2);
  // React logs elements with the same key.
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});
