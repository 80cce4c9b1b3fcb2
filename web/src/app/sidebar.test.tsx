/** The sidebar is a rail on small windows, unless the reader chose otherwise. */

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

const show = () =>
  render(
    <MemoryRouter>
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
