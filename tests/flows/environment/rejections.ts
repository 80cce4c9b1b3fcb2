/** Checks the format of error responses, which is the same for all services. */

import assert from 'node:assert/strict';
import { isErrorCode } from '@nameloan/contracts/errors';
import type { ApiResponse, Person } from '@nameloan/driver/person';

/** Asserts a message, a stable code, a request id and the status, and no internal details. */
export function assertRejection(answer: ApiResponse, status: number, what: string): void {
  const description = `${what}: ${answer.status} ${JSON.stringify(answer.body)}`;
  assert.equal(answer.status, status, description);
  assert.equal(typeof answer.body?.message, 'string', description);
  assert.ok(answer.body.message.length > 5, description);
  assert.ok(isErrorCode(answer.body.code), description);
  assert.ok(answer.body.requestId, description);
  assert.doesNotMatch(JSON.stringify(answer.body), /stack|mongo|E11000|\bat \/|node_modules/i);
}

/** Sends a call that must be rejected; resolves to the error body. */
export async function expectRejection(
  person: Person,
  call: string,
  expected: { status: number; body?: unknown; message?: RegExp },
): Promise<ApiResponse['body']> {
  const [method = '', path = ''] = call.split(' ');
  const response = await person.call(method, path, expected.body);
  assertRejection(response, expected.status, call);
  if (expected.message) assert.match(response.body.message, expected.message);
  return response.body;
}
