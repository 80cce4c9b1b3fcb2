/** Scroll position: in-page links scroll to their target, and each address keeps its own position. */

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

/** Simulates opening an address in the browser. */
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

test('an in-page link scrolls to its target on the first click', async () => {
  const moves = watchScroll();
  const leave = await open('/');
  await userEvent.click(screen.getByRole('link'));
  await waitFor(() => expect(moves.at(-1)).toBe('#lend'));
  leave();
});

test('a typed address starts at the top, a reload restores the position', async () => {
  const moves = watchScroll();
  const leave = await open('/domains');
  window.scrollY = 400;
  leave();
  await (await open('/verify-contract'))();
  expect(moves).not.toContain('0,400');
  await (await open('/domains'))();
  expect(moves.at(-1)).toBe('0,400');
});
