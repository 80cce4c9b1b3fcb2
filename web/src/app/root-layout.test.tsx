/** Where the view stands: a place within the page is gone to, and one address never takes the place of another. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { RootLayout } from './root-layout.tsx';

function Page() {
  return (
    <>
      <a href="#lend">For Lenders</a>
      <h2 id="lend">Lending</h2>
    </>
  );
}

/** What a browser does when somebody opens this address by hand. */
async function open(path: string) {
  history.replaceState(null, '', path);
  const routes = [{ Component: RootLayout, children: [{ path: '*', Component: Page }] }];
  const router = createBrowserRouter(routes);
  const view = render(<RouterProvider router={router} />);
  await screen.findByRole('link');
  return () => {
    act(() => void window.dispatchEvent(new Event('pagehide')));
    view.unmount();
    router.dispose();
  };
}

function watchScroll() {
  const moves: string[] = [];
  jest
    .spyOn(window, 'scrollTo')
    .mockImplementation((...to: unknown[]) => void moves.push(to.join()));
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    moves.push(`#${this.id}`);
  });
  return moves;
}

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

test('a link to a place within the page leads there at its first press', async () => {
  const moves = watchScroll();
  const leave = await open('/');
  await userEvent.click(screen.getByRole('link'));
  await waitFor(() => expect(moves.at(-1)).toBe('#lend'));
  leave();
});

test('an address that is opened by hand begins at its top, and after a reload where it was', async () => {
  const moves = watchScroll();
  const leave = await open('/domains');
  window.scrollY = 400;
  leave();
  await (await open('/verify-contract'))();
  expect(moves).not.toContain('0,400');
  await (await open('/domains'))();
  expect(moves.at(-1)).toBe('0,400');
});
