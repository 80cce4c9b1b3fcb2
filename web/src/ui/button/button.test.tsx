/** The behaviour of a busy or disabled button. */

import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Plus } from 'lucide-react';
import { Button } from './button.tsx';

test('a busy button keeps its name and focus, is aria-disabled, and ignores clicks', async () => {
  const press = jest.fn();
  const send = jest.fn();
  const button = (busy: boolean) => (
    <form onSubmit={send}>
      <Button type="submit" busy={busy} onClick={press}>
        Finalize
      </Button>
    </form>
  );
  const { rerender } = render(button(false));
  screen.getByRole('button').focus();
  rerender(button(true));
  expect(screen.getByRole('button', { name: 'Finalize' })).toHaveFocus();
  expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(screen.getByRole('button'));
  await userEvent.keyboard('{Enter}');
  expect(press).not.toHaveBeenCalled();
  expect(send).not.toHaveBeenCalled();
});

test('the turning mark replaces the icon', () => {
  const { container, rerender } = render(<Button icon={Plus}>Add</Button>);
  expect(container.querySelectorAll('svg')).toHaveLength(1);
  rerender(
    <Button icon={Plus} busy>
      Add
    </Button>,
  );
  expect(container.querySelectorAll('svg')).toHaveLength(1);
  expect(container.querySelector('svg')).toHaveClass('animate-turn');
});

test('a button in a form does not submit by default', () => {
  render(<Button>Show</Button>);
  expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
});
