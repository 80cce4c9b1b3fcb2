/** What a refusal looks like, from whichever part it comes (product.md section 9). */

import assert from 'node:assert/strict';
import { isErrorCode } from '@nameloan/contracts/errors.ts';
import type { ApiResponse, Person } from '../../../scripts/demo/person.ts';

/** A sentence, a stable code, a request id, the right status; nothing of the inside. */
export function assertRefusal(answer: ApiResponse, status: number, what: string): void {
  const shown = `${what}: ${answer.status} ${JSON.stringify(answer.body)}`;
  assert.equal(answer.status, status, shown);
  assert.equal(typeof answer.body?.message, 'string', shown);
  assert.ok(answer.body.message.length > 5, shown);
  assert.ok(isErrorCode(answer.body.code), shown);
  assert.ok(answer.body.requestId, shown);
  assert.doesNotMatch(JSON.stringify(answer.body), /stack|mongo|E11000|\bat \/|node_modules/i);
}

/** A call that must be refused; resolves to the refusal's body. */
export async function refused(
  person: Person,
  call: string,
  expected: { status: number; body?: unknown; message?: RegExp },
): Promise<ApiResponse['body']> {
  const [method = '', path = ''] = call.split(' ');
  const answer = await person.call(method, path, expected.body);
  assertRefusal(answer, expected.status, call);
  if (expected.message) assert.match(answer.body.message, expected.message);
  return answer.body;
}
