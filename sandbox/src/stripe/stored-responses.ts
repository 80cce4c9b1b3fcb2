/** Stripe's Idempotency-Key: the same key returns the same response, and is rejected for a different request. */

import { createHash } from 'node:crypto';
import type { StoredResponse } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Change } from '../store.ts';
import { StripeError } from './stripe-error.ts';

const maxStored = 5000;
const maxKeyLength = 255;

/** The stored response for this key, if any. Throws Stripe's idempotency error for a different request. */
export function findStoredResponse(
  context: SandboxContext,
  key: string,
  request: string,
): StoredResponse | undefined {
  if (key.length > maxKeyLength) {
    throw new StripeError(400, {
      message: `An idempotency key has at most ${maxKeyLength} characters.`,
    });
  }
  const answer = context.store.table('answers').get(key);
  if (!answer || answer.request === digest(request)) return answer;
  throw new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Key: ${key}`,
  });
}

/** The store changes that keep a response, to be committed with its effect. */
export function storeResponse(
  context: SandboxContext,
  key: string,
  answer: { request: string; body: string },
): Change[] {
  const answers = context.store.table('answers');
  const changes: Change[] = [
    ['answers', key, { request: digest(answer.request), body: answer.body }],
  ];
  if (answers.size >= maxStored) {
    for (const oldest of answers.keys()) {
      changes.push(['answers', oldest, null]);
      break;
    }
  }
  return changes;
}

function digest(request: string): string {
  return createHash('sha256').update(request).digest('base64url');
}
