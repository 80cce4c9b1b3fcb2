import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeReservationRefusal } from '@nameloan/contracts/domain-reasons';
import { startSandbox } from '@nameloan/sandbox/server';
import type { DnsProxy } from '../testing/dns-proxy.ts';
import { startDnsProxy } from '../testing/dns-proxy.ts';
import { acceptanceData, loanOn } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addTestDomain,
  addVerifiedDomain,
  call,
  expectData,
  freshName,
  minute,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
let second: DnsProxy;
before(async () => {
  const sandbox = await startSandbox();
  second = await startDnsProxy(sandbox.dns);
  s = await startDomains({
    sandbox,
    environment: {
      DNS_RESOLVERS: `${sandbox.dns.host}:${sandbox.dns.port}, ${second.resolver}`,
      DNS_TIMEOUT_MS: '1000',
    },
  });
});
after(async () => {
  await s.stop();
  second.close();
});

test('one unresponsive resolver leaves a proof unknown, and the next attempt finds it', async () => {
  const name = freshName();
  const id = await addTestDomain(s, 'ann', name);
  await s.txt(name, [(await s.record(id)).verificationRecord]);
  second.silent = true;
  expectData(await call(s, 'ann', { field: 'verifyDomain', id }));
  await s.settle();
  const [seen] = (await s.record(id)).verificationAttempts;
  assert.equal(seen?.outcome, 'UNKNOWN');
  assert.match(seen?.detail ?? '', /gave no clear answer/);
  second.silent = false;
  await s.advance(minute + 500);
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED');
});

test('an unclear proof is checked for 15 minutes; then the loan is rejected and the proof stays', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const loan = await loanOn(s, id);
  second.silent = true;
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  await s.advance(14 * minute);
  assert.equal((await s.record(id)).reservation?.state, 'CHECKING');
  await s.advance(2 * minute);
  second.silent = false;
  const refused = await s.event(
    'domains.domain.reservation-refused',
    ({ domainId }) => domainId === id,
  );
  assert.match(
    describeReservationRefusal(refused.data.reason),
    /^The proof could not be checked: .* gave no clear answer for .*: it did not respond in time\./,
  );
  const domain = await s.record(id);
  assert.deepEqual([domain.status, domain.reservation], ['EXTERNAL_VERIFIED', null]);
});

test('an unclear proof that clears up within 15 minutes reserves', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const loan = await loanOn(s, id);
  second.silent = true;
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  await s.advance(5 * minute);
  second.silent = false;
  await s.advance(minute);
  await s.event('domains.domain.reserved', ({ escrowId }) => escrowId === loan.escrowId);
});

test('a rival with an unclear check takes nothing from the account that has the proof', async () => {
  const name = freshName();
  const old = await addVerifiedDomain(s, 'ann', name);
  const fresh = await addTestDomain(s, 'bob', name);
  await s.txt(`_nameloan-challenge.${name}`, [(await s.record(fresh)).verificationRecord]);
  second.silent = true;
  expectData(await call(s, 'bob', { field: 'verifyDomain', id: fresh }));
  await s.settle();
  second.silent = false;
  assert.equal((await s.record(old)).status, 'EXTERNAL_VERIFIED');
  assert.equal((await s.record(fresh)).status, 'EXTERNAL_UNVERIFIED');
});
