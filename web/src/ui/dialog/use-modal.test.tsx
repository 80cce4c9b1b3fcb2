/** The effect of a dialog on the page behind it, and its first focus. */

import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { dismissBanner, getBanner, showBanner } from '../feedback/banner.ts';
import { Dialog } from './dialog.tsx';

test('the space of the hidden scrollbar is reserved, under a second dialog too', () => {
  const root = document.documentElement;
  const width = jest.spyOn(root, 'clientWidth', 'get');
  width.mockReturnValue(innerWidth - 15);
  const room = () => root.style.getPropertyValue('--scrollbar');
  render(
    <Dialog title="Make Offer" onClose={() => {}}>
      Text
    </Dialog>,
  );
  expect(room()).toBe('15px');
  width.mockReturnValue(innerWidth);
  render(
    <Dialog title="Are you sure?" onClose={() => {}}>
      Text
    </Dialog>,
  );
  expect(room()).toBe('15px');
  width.mockRestore();
});

test('the first focus is the first field, or the first button, and never a banner’s Dismiss', () => {
  act(() => showBanner('green', 'Saved'));
  const { rerender } = render(
    <Dialog key="with a field" title="Make Offer" onClose={() => {}}>
      <a href="/terms">Terms</a>
      <input type="hidden" name="id" />
      <input aria-label="Loan amount" />
    </Dialog>,
  );
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  expect(screen.getByLabelText('Loan amount')).toHaveFocus();
  rerender(
    <Dialog key="without" title="Are you sure?" onClose={() => {}}>
      <button type="button">Delete</button>
    </Dialog>,
  );
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
  act(() => dismissBanner(getBanner()?.id ?? 0));
});
