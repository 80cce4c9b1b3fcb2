/** Users who are no operators and legal holds: they can send a request, and nothing else. */

import assert from 'node:assert/strict';
import type { WebUser } from '../environment/web-user.ts';

export async function rejectHolds(user: WebUser): Promise<void> {
  const hold = { kind: 'UDRP', caseId: 'D2026-1', provider: 'WIPO' };
  const placed = { ...hold, domain: 'web.example', receivedAt: '2026-11-02T09:00:00.000Z' };
  assert.equal(await user.codeOf('PlaceLegalHold', placed), 'NOT_FOUND');
  assert.equal(await user.codeOf('LiftLegalHold', { domain: 'web.example' }), 'NOT_FOUND');
  assert.equal(await user.codeOf('CloseLegalRequest', { id: 'unknown' }), 'NOT_FOUND');
  assert.equal(await user.codeOf('LegalHolds', {}), 'FORBIDDEN');
  const request = { ...hold, domain: 'webbs-harbor.com', contact: 'case@wipo.example' };
  assert.equal(await user.run('SendLegalRequest', { ...request, text: 'Lock it.' }), true);
}
