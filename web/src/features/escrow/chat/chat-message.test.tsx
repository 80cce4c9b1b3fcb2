/** A chat message: its sender, and the badge of staff. */

import { expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import type { ChatMessageFragment } from './chat.generated.ts';
import { ChatMessage } from './chat-message.tsx';

function show(
  message: Pick<ChatMessageFragment, 'name' | 'senderRole'> & Partial<ChatMessageFragment>,
) {
  const rest = { id: 'm1', senderId: 'a1', message: 'Hello', clientId: null, warning: null };
  const createdAt = '2026-11-05T10:00:00.000Z';
  const whole: ChatMessageFragment = {
    ...rest,
    createdAt,
    ...message,
  };
  render(<ChatMessage message={whole} mine={false} now={new Date(createdAt)} />);
}

test('an operator’s message has a badge next to the name', () => {
  show({ name: 'Olga Stern', senderRole: 'STAFF' });
  expect(screen.getByText('Olga Stern').nextElementSibling).toHaveTextContent(/^Staff$/);
});

test('a party whose name imitates the badge has none', () => {
  show({ name: 'Olga Stern Staff', senderRole: 'LENDER' });
  expect(screen.queryByText('Staff')).toBeNull();
});

test('a message with payment details has a warning below it, and no other message', () => {
  show({ name: 'Mia', senderRole: 'LENDER', warning: 'PAYMENT_DETAILS' });
  expect(screen.getByText(/Never pay to details from a chat/)).toBeVisible();
  cleanup();
  show({ name: 'Mia', senderRole: 'LENDER' });
  expect(screen.queryByText(/Never pay to details/)).toBeNull();
});
