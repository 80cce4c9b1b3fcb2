import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endCustody } from '../custody/end-custody.ts';
import { lockStatuses } from '../custody/lock.ts';
import { domains } from '../domain/domain.model.ts';
import { commit } from '../service-context.ts';
import { acceptanceData, loanOn, reserveFor } from '../testing/loans.ts';
import { response, scriptedRegistry, send } from '../testing/scripted-registry.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  day,
  startDomains,
} from '../testing/start-domains.ts';

test('a name that leaves custody during its check is rejected, and never reserved or held', async (t) => {
  const hook = { meanwhile: async () => {}, name: '' };
  const { port, ca } = await scriptedRegistry(t, {
    command: ({ socket, id, xml }) => {
      if (xml.includes('<poll')) return send(socket, response(id, 1300));
      const statuses = lockStatuses.map((status) => `<d:status s="${status}"/>`).join('');
      const ours = `<e:resData><d:infData><d:name>${hook.name}</d:name><d:roid>D-1</d:roid>${statuses}<d:clID>Nameloan</d:clID></d:infData></e:resData>`;
      void hook.meanwhile().then(() => send(socket, response(id, 1000, ours)));
    },
  });
  const s = await startDomains({
    environment: { EPP_PORT: String(port), EPP_CA: ca, EPP_POLL_MS: String(300 * day) },
  });
  t.after(() => s.stop());
  const id = await addVerifiedDomain(s, 'ann');
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    hook.name = domain.name;
    await domains.update(domain, { ...domain, status: 'CUSTODY_PAID' }, tx);
  });
  let losses = 0;
  hook.meanwhile = async () => {
    if (losses++ > 0) return;
    await commit(async (tx) => endCustody(await domains.get(id, tx), { end: 'TRANSFERRED', tx }));
  };
  const loan = await loanOn(s, id);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  await s.settle();
  assert.equal(losses, 1);
  assert.equal(s.eventsOf('domains.domain.reserved', id).length, 0);
  const refused = await s.event(
    'domains.domain.reservation-refused',
    ({ escrowId }) => escrowId === loan.escrowId,
  );
  assert.equal(refused.data.reason.code, 'CUSTODY_ENDED');
  assert.equal((await s.record(id)).reservation, null);
  await s.deliver('lending.escrow.collateral-held', loan);
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
});

test('a loan does not hold a domain that has left custody before the event arrives', async (t) => {
  const s = await startDomains();
  t.after(() => s.stop());
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  await commit(async (tx) => endCustody(await domains.get(id, tx), { end: 'TRANSFERRED', tx }));
  await s.deliver('lending.escrow.collateral-held', loan);
  const domain = await s.record(id);
  assert.deepEqual([domain.active, domain.status], [false, 'CUSTODY_PAID']);
});
