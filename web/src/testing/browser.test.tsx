/** The browser features that component tests rely on in jsdom with our polyfills. */

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

test('a dialog opens and closes, and fires its events', async () => {
  render(<Ask />);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(screen.getByRole('dialog')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.body).toHaveAttribute('data-closed');
});

test('a popover fires toggle events', () => {
  const seen: string[] = [];
  const menu = document.createElement('div');
  menu.addEventListener('toggle', (event) => seen.push((event as ToggleEvent).newState));
  menu.showPopover();
  menu.togglePopover();
  expect(seen).toEqual(['open', 'closed']);
});

test('a lock is exclusive, and ifAvailable does not wait', async () => {
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

test('fake timers advance only when a test advances them', () => {
  jest.useFakeTimers();
  try {
    const onTimeout = jest.fn();
    setTimeout(onTimeout, 3500);
    jest.advanceTimersByTime(3499);
    expect(onTimeout).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledTimes(1);
  } finally {
    jest.useRealTimers();
  }
});

test('other browser APIs exist', () => {
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(false);
  expect(typeof fetch).toBe('function');
  expect(new TextEncoder().encode('é')).toHaveLength(2);
  expect(crypto.randomUUID()).toMatch(/^[0-9a-f-]{36}$/);
});
