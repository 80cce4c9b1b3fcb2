/** A filter and the order, chosen one right after the other. */

import { expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ListingFilters } from './listing-filters.tsx';

/** Node's requests do not take jsdom's signals, which the router passes. */
class UnsignalledRequest extends Request {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(input, { ...init, signal: null });
  }
}
globalThis.Request = UnsignalledRequest;

test('an order that is chosen in the moment the address changes keeps the filter', async () => {
  const router = createMemoryRouter(
    [{ path: '/domains/:page?', element: <ListingFilters base="/domains" /> }],
    { initialEntries: ['/domains'] },
  );
  render(<RouterProvider router={router} />);
  const stop = router.subscribe(({ location }) => {
    if (location.search !== '?suffix=com') return;
    stop();
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'amount asc' } });
  });
  await userEvent.type(screen.getByLabelText('TLD'), 'com{Enter}');
  await waitFor(() =>
    expect(router.state.location.search).toBe('?suffix=com&sort=amount&direction=asc'),
  );
});
