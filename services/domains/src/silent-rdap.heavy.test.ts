/** Names at an RDAP server that never answers delay no work on names of another one. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startSandbox } from '@nameloan/sandbox/server';
import { domains } from './domain/domain.model.ts';
import type { FaultyConnection } from './testing/faulty-connection.ts';
import { startFaultyConnection } from './testing/faulty-connection.ts';
import { acceptanceData, loanOn, reserveFor } from './testing/loans.ts';
import { repeatRecord } from './testing/repeat-record.ts';
import { recordOf } from './testing/reports.ts';
import type { TestDomains } from './testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  freshName,
  startDomains,
} from './testing/start-domains.ts';

const suffix = 'org';
/** More than twice the places of all reservations. */
const waitingCount = 20;

let s: TestDomains;
let silent: FaultyConnection;
const bootstrap = createServer();

before(async () => {
  const sandbox = await startSandbox();
  const { hostname: host, port } = new URL(sandbox.rdap.bootstrapUrl);
  silent = await startFaultyConnection({ host, port: Number(port) });
  const file = (await (await fetch(sandbox.rdap.bootstrapUrl)).json()) as {
    services: [string[], string[]][];
  };
  const services = file.services.map(([suffixes, urls]) => [
    suffixes,
    suffixes.includes(suffix)
      ? urls.map((url) => Object.assign(new URL(url), { port: silent.port }).href)
      : urls,
  ]);
  bootstrap.on('request', (_, response) => response.end(JSON.stringify({ ...file, services })));
  await new Promise<void>((done) => bootstrap.listen(0, '127.0.0.1', done));
  const { port: at } = bootstrap.address() as AddressInfo;
  const environment = { RDAP_BOOTSTRAP_URL: `http://127.0.0.1:${at}/dns.json` };
  s = await startDomains({ sandbox, environment });
});
after(async () => {
  silent.cut();
  await s.stop();
  await silent.close();
  bootstrap.close();
});

test('a reservation, reports and a transfer of other names end while twenty reservations wait for a silent RDAP server', async () => {
  const other = await addVerifiedDomain(s, 'ann', freshName('com'));
  const waiting = await addVerifiedDomain(s, 'bob', freshName(suffix));
  const ids = await repeatRecord(waiting, { count: waitingCount, suffix });
  silent.silence();
  for (const id of ids)
    await s.deliver('lending.offer.accepted', acceptanceData(await loanOn(s, id)));
  const countChecked = async () =>
    (await Promise.all(ids.map((id) => domains.get(id)))).filter(
      ({ reservation }) => reservation?.state !== 'CHECKING',
    ).length;

  await reserveFor(s, other);
  assert.equal(await countChecked(), 0, 'all others still wait');
  const added = freshName('com');
  await addTestDomain(s, 'ann', added);
  assert.ok((await recordOf(added)).report);
  await addDomainInCustody(s, 'ann', freshName('com'));
});
