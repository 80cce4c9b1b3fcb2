/** Writing: what sends, what does not, and what stays. */

import { beforeEach, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Composer } from './composer.tsx';

beforeEach(() => sessionStorage.clear());

function write() {
  const sent: string[] = [];
  const view = render(<Composer draftKey="draft" onSend={(text) => sent.push(text)} />);
  return { sent, view, box: screen.getByRole('textbox', { name: 'Message' }) };
}

test('Shift and Enter send, Enter begins a line', async () => {
  const { sent, box } = write();
  await userEvent.type(box, 'Hello{Enter}there');
  expect(sent).toEqual([]);
  await userEvent.type(box, '{Shift>}{Enter}{/Shift}');
  expect(sent).toEqual(['Hello\nthere']);
  expect(box).toHaveValue('');
  expect(box).toHaveFocus();
});

test('an empty message is not sent, by no way', async () => {
  const { sent, box } = write();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await userEvent.type(box, '  {Enter} {Shift>}{Enter}{/Shift}');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
});

test('a message that is too long stays, and says so', async () => {
  const { sent, box } = write();
  await userEvent.click(box);
  await userEvent.paste(`${'👋'.repeat(4_000)}x`);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
  expect(box).toHaveAccessibleDescription('The message has at most 4,000 characters');
  await userEvent.type(box, '{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect([...(sent[0] ?? '')]).toHaveLength(4_000);
});

test('what is half written is there after a reload', async () => {
  const { box, view } = write();
  await userEvent.type(box, 'Half a sen');
  view.unmount();
  expect(write().box).toHaveValue('Half a sen');
});
