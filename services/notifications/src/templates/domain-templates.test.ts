/** What an owner hears of a proof that came to nothing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templates } from './templates.ts';

const domain = { domainId: 'd1', accountId: 'bo', name: 'example.com' };

test('a record that was seen is not told as missing where the name stays with another account', () => {
  const reason = 'Another account holds the name and a loan or a transfer depends on it.';
  const told = (recordSeen: boolean) =>
    templates['domains.domain.proof-failed']({ ...domain, reason, recordSeen })[0]?.body;
  assert.match(
    String(told(true)),
    /is there, but .* could not be given to you\. What we saw: Another/,
  );
  assert.match(String(told(false)), /did not find it\. .* check the TXT record/);
});
