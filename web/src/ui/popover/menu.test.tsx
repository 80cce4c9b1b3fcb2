/** What the further actions of a row promise. */

import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Menu } from './menu.tsx';

const name = 'More actions for tessel.ai';

function show() {
  const act = jest.fn();
  const off = jest.fn();
  render(
    <Menu
      name={name}
      items={[
        { label: 'Edit NS', onSelect: act },
        { label: 'Transfer Out', onSelect: off, disabledReason: 'Possible from Feb 14, 2027' },
      ]}
    />,
  );
  return { act, off, button: screen.getByRole('button', { name }) };
}

test('it opens from its button, which says whether it is open', async () => {
  const { button } = show();
  expect(screen.queryByRole('button', { name: 'Edit NS' })).toBeNull();
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('group', { name })).toBeVisible();
});

test('a browser that cannot anchor shows it beside its button, where there is more room', async () => {
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

test('an action is done once the menu has closed', async () => {
  const { act, button } = show();
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('button', { name: 'Edit NS' }));
  expect(act).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Edit NS' })).toBeNull();
});

test('an action that is off says why, can be reached, and does nothing', async () => {
  const { off, button } = show();
  await userEvent.click(button);
  const item = screen.getByRole('button', { name: /Transfer Out/ });
  expect(item).toHaveTextContent('Possible from Feb 14, 2027');
  expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(item).toBeEnabled();
  await userEvent.click(item);
  expect(off).not.toHaveBeenCalled();
  expect(item).toBeVisible();
});
