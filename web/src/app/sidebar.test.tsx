/** The sidebar is a rail on small windows, unless the reader chose otherwise, and it marks the section of the page. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { Sidebar } from './sidebar.tsx';

let width: number;
const queries = new Set<EventTarget>();
const original = globalThis.matchMedia;

beforeEach(() => {
  localStorage.clear();
  queries.clear();
  globalThis.matchMedia = jest.fn((media: string) => {
    const limit = Number(/width < (\d+)px/.exec(media)?.[1]);
    const query = Object.assign(new EventTarget(), { media, matches: width < limit });
    queries.add(query);
    return query as unknown as MediaQueryList;
  });
});
afterEach(() => {
  globalThis.matchMedia = original;
});

const show = (at = '/app') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Sidebar operator={false} />
    </MemoryRouter>,
  );
const resizeTo = (pixels: number) =>
  act(() => {
    width = pixels;
    for (const query of queries) query.dispatchEvent(new Event('change'));
  });
const toggle = () => screen.getByRole('button', { name: /sidebar$/ });

test('below 1280 pixels the sidebar is a rail, and it follows the window', () => {
  width = 1279;
  show();
  expect(toggle()).toHaveAccessibleName('Expand sidebar');
  resizeTo(1280);
  expect(toggle()).toHaveAccessibleName('Collapse sidebar');
});

test('the reader’s choice wins and is kept', async () => {
  width = 1024;
  const { unmount } = show();
  await userEvent.click(toggle());
  expect(toggle()).toHaveAccessibleName('Collapse sidebar');
  resizeTo(900);
  expect(toggle()).toHaveAccessibleName('Collapse sidebar');
  unmount();
  show();
  expect(toggle()).toHaveAccessibleName('Collapse sidebar');
  await userEvent.click(toggle());
  resizeTo(1440);
  expect(toggle()).toHaveAccessibleName('Expand sidebar');
});

test.each([
  ['/listings/L-1', '/app/listings'],
  ['/app/listings/2', '/app/listings'],
  ['/app/payees', '/app/settings'],
  ['/app', '/app'],
])('%s is marked as part of %s, and nothing else is', (at, section) => {
  width = 1280;
  show(at);
  const marked = screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map((link) => link.getAttribute('href'))).toEqual([section]);
});
