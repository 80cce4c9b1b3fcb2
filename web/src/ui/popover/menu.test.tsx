/** The menu of a row's further actions. */

import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Menu } from './menu.tsx';

const name = 'More actions for tessel.ai';

function show() {
  const act = jest.fn();
  const disabled = jest.fn();
  render(
    <Menu
      name={name}
      items={[
        { label: 'Edit NS', onSelect: act },
        { label: 'Transfer Out', onSelect: disabled, disabledReason: 'Possible from Feb 14, 2027' },
      ]}
    />,
  );
  return { act, disabled, button: screen.getByRole('button', { name }) };
}

test('its button opens it and has aria-expanded', async () => {
  const { button } = show();
  expect(screen.queryByRole('button', { name: 'Edit NS' })).toBeNull();
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('group', { name })).toBeVisible();
});

test('without CSS anchor support it is positioned at its button, where there is more room', async () => {
  jest.spyOn(CSS, 'supports').mockReturnValue(false);
  const root = document.documentElement;
  jest.spyOn(root, 'clientWidth', 'get').mockReturnValue(1000);
  jest.spyOn(root, 'clientHeight', 'get').mockReturnValue(800);
  const { button } = show();
  const stand = jest.spyOn(button, 'getBoundingClientRect');
  const place = () => screen.getByRole('group', { name }).style.inset;
  stand.mockReturnValue(new DOMRect(900, 100, 40, 40));
  await userEvent.click(button);
  expect(place()).toBe('140px 60px auto auto');
  await userEvent.click(button);
  stand.mockReturnValue(new DOMRect(900, 700, 40, 40));
  await userEvent.click(button);
  expect(place()).toBe('auto 60px 100px auto');
  jest.restoreAllMocks();
});

test('an action runs after the menu has closed', async () => {
  const { act, button } = show();
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('button', { name: 'Edit NS' }));
  expect(act).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Edit NS' })).toBeNull();
});

test('a disabled action shows why, is focusable, and does nothing', async () => {
  const { disabled, button } = show();
  await userEvent.click(button);
  const item = screen.getByRole('button', { name: /Transfer Out/ });
  expect(item).toHaveTextContent('Possible from Feb 14, 2027');
  expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(item).toBeEnabled();
  await userEvent.click(item);
  expect(disabled).not.toHaveBeenCalled();
  expect(item).toBeVisible();
});
