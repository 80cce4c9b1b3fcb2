/** What tests may rely on in the stand-in browser. */

import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';

function Ask() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Ask
      </button>
      <dialog ref={dialog} onClose={() => document.body.setAttribute('data-closed', '')}>
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </dialog>
    </>
  );
}

test('a dialog opens and closes, and says so', async () => {
  render(<Ask />);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(screen.getByRole('dialog')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.body).toHaveAttribute('data-closed');
});

test('a popover is open between its two calls', () => {
  const seen: string[] = [];
  const menu = document.createElement('div');
  menu.addEventListener('toggle', (event) => seen.push((event as ToggleEvent).newState));
  menu.showPopover();
  menu.togglePopover();
  expect(seen).toEqual(['open', 'closed']);
});

test('of two who ask for one lock the second waits, and who asks only for a free one is told', async () => {
  const order: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = navigator.locks.request('refresh', async () => {
    await held;
    order.push('first');
  });
  const second = navigator.locks.request('refresh', () => void order.push('second'));
  await navigator.locks.request('refresh', { ifAvailable: true }, (lock) =>
    order.push(String(lock)),
  );
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['null', 'first', 'second']);
});

test('a stopped clock goes on only where a test lets it', () => {
  jest.useFakeTimers();
  try {
    const rung = jest.fn();
    setTimeout(rung, 3500);
    jest.advanceTimersByTime(3499);
    expect(rung).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(rung).toHaveBeenCalledTimes(1);
  } finally {
    jest.useRealTimers();
  }
});

test('what a page asks of its browser is there', () => {
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(false);
  expect(typeof fetch).toBe('function');
  expect(new TextEncoder().encode('é')).toHaveLength(2);
  expect(crypto.randomUUID()).toMatch(/^[0-9a-f-]{36}$/);
});
