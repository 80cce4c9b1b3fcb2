/** No GraphQL field of a domain reads a record field that its projection lacks, in any state and for any caller. */

import { after, before, test } from 'node:test';
import { asEntity, asList, asOne, queryEachField } from '@nameloan/testkit/service/each-field';
import { domainsService } from './service.ts';
import { reserveFor } from './testing/loans.ts';
import type { TestDomains } from './testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addTransferringDomain,
  addVerifiedDomain,
  freshName,
  startDomains,
} from './testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

test('domains', async () => {
  const name = freshName();
  const bound = await addDomainInCustody(s, 'ann', name);
  await reserveFor(s, bound);
  const others = [
    await addTestDomain(s, 'ann'),
    await addVerifiedDomain(s, 'ann'),
    await addTransferringDomain(s, 'ann'),
  ];
  const callers = ['ann', 'len', 'bob', null].map((who) => s.as(who));
  for (const id of [bound, ...others])
    await queryEachField(domainsService, 'Domain', {
      callers,
      queries: [asOne('domain', { id }), asEntity('Domain', id)],
    });
  await queryEachField(domainsService, 'Domain', {
    callers,
    queries: [asList('domains', 'domains')],
  });
});
