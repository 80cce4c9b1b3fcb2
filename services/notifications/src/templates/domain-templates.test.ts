/** The owner's notification about a failed proof. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templates } from './templates.ts';

const domain = { domainId: 'd1', accountId: 'bo', name: 'example.com' };

test('a record that was seen is not reported as missing if another account keeps the domain', () => {
  const render = (recordSeen: boolean) =>
    templates['domains.domain.proof-failed'].drafts({
      ...domain,
      ...{ recordSeen, findings: [], obstacle: 'IN_USE', formerText: null },
    })[0]?.body;
  assert.match(
    String(render(true)),
    /is in place, but .* couldn’t assign the domain to you\. What we saw: Another/,
  );
  assert.match(String(render(false)), /didn’t find it\. .* Check the TXT record/);
});
