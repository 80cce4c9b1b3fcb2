/** The message input: what sends a message, what does not, and the draft. */

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

test('Shift+Enter sends, Enter starts a new line', async () => {
  const { sent, box } = write();
  await userEvent.type(box, 'Hello{Enter}there');
  expect(sent).toEqual([]);
  await userEvent.type(box, '{Shift>}{Enter}{/Shift}');
  expect(sent).toEqual(['Hello\nthere']);
  expect(box).toHaveValue('');
  expect(box).toHaveFocus();
});

test('an empty message is never sent', async () => {
  const { sent, box } = write();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await userEvent.type(box, '  {Enter} {Shift>}{Enter}{/Shift}');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
});

test('a message that is too long stays in the input with an error', async () => {
  const { sent, box } = write();
  await userEvent.click(box);
  await userEvent.paste(`${'👋'.repeat(4_000)}x`);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
  expect(box).toHaveAccessibleDescription('Use at most 4,000 characters');
  await userEvent.type(box, '{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect([...(sent[0] ?? '')]).toHaveLength(4_000);
});

test('a draft survives a reload', async () => {
  const { box, view } = write();
  await userEvent.type(box, 'Half a sen');
  view.unmount();
  expect(write().box).toHaveValue('Half a sen');
});
