/** Replies of the fake server: what a sample leaves out, and what it cannot leave out. */

import { expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { completeReply } from './complete-reply.ts';

test('a field that a sample leaves out is null if the schema allows it; otherwise the sample is rejected', () => {
  const document = parse('query Read { escrowHistory(escrowId: "e1") { id text note } }');
  const entry = { id: 'h1', text: 'Signed the contract' };
  expect(completeReply(document, { escrowHistory: [entry] })).toEqual({
    escrowHistory: [{ ...entry, note: null }],
  });
  expect(() => completeReply(document, { escrowHistory: [{ id: 'h1' }] })).toThrow(
    'sample of EscrowHistoryEntry lacks the required field text',
  );
});
