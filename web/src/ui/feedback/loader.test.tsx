/** How long the loader is shown. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Loader } from './loader.tsx';
import { Skeleton } from './skeleton.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('it says Loading and disappears after two seconds', () => {
  const { container } = render(<Loader />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  act(() => void jest.advanceTimersByTime(1999));
  expect(screen.getByRole('status')).toBeVisible();
  act(() => void jest.advanceTimersByTime(1));
  expect(container).toBeEmptyDOMElement();
});

test('after that a skeleton with rows of the final height is shown', () => {
  const { container } = render(
    <Loader>
      <Skeleton rows={7} rowHeight={60} />
    </Loader>,
  );
  act(() => void jest.advanceTimersByTime(2000));
  expect(screen.getByRole('status')).toHaveAttribute('aria-busy', 'true');
  const rows = container.querySelectorAll<HTMLElement>('[aria-hidden]');
  expect([...rows].map((row) => row.style.height)).toEqual(Array(7).fill('60px'));
});
