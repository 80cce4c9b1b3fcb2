import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { domains } from '../../domain/domain.model.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { response, scriptedRegistry, send, trnData } from '../../testing/scripted-registry.ts';
import {
  addVerifiedDomain,
  day,
  freshName,
  hour,
  startDomains,
} from '../../testing/start-domains.ts';
import { lockStatuses } from '../lock.ts';
import { markArriving } from './apply-transfer-notice.ts';
import { secureArrival } from './secure-arrival.ts';
import { watchTransfer } from './watch-transfer.ts';

/** A requested transfer, and the registry's responses about it and its name. */
async function startRequested(t: TestContext) {
  const name = freshName();
  const query = { code: 1000, content: '' };
  const responses = { query, update: 1001, sponsor: 'Other', statuses: ['ok'] };
  const { port, ca } = await scriptedRegistry(t, {
    command: ({ socket, id, xml }) => {
      if (xml.includes('<poll')) return send(socket, response(id, 1300));
      if (xml.includes('<update')) return send(socket, response(id, responses.update));
      if (xml.includes('op="query"'))
        return send(socket, response(id, responses.query.code, responses.query.content));
      const statuses = responses.statuses.map((status) => `<d:status s="${status}"/>`).join('');
      const data = `<d:name>${name}</d:name><d:roid>D1-TEST</d:roid>${statuses}<d:clID>${responses.sponsor}</d:clID>`;
      send(socket, response(id, 1000, `<e:resData><d:infData>${data}</d:infData></e:resData>`));
    },
  });
  const s = await startDomains({
    environment: { EPP_PORT: String(port), EPP_CA: ca, EPP_POLL_MS: String(300 * day) },
  });
  t.after(() => s.stop());
  const id = await addVerifiedDomain(s, 'ann', name);
  const holdId = newId();
  s.payments.holds.set(holdId, 'HELD');
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const transferIn = {
      ...{
        holdId,
        feeCents: 1200,
        registryCents: null,
        encryptedCode: null,
        state: 'REQUESTED' as const,
      },
      ...{ startedAt: new Date(), requestedAt: new Date(), approvedAt: null },
    };
    await domains.update(domain, { ...domain, pendingTransfer: 'IN', transferIn }, tx);
  });
  const job = { kind: 'any', key: id, data: {}, attempt: 1, dueAt: new Date() };
  const state = async () => (await s.record(id)).transferIn?.state;
  return { s, id, name, responses, job, state };
}

test('an expired session, or a registry that does not report transfers, does not end a pending transfer', async (t) => {
  const { responses, job, state } = await startRequested(t);
  responses.query.code = 2501;
  await assert.rejects(watchTransfer(job));
  assert.equal(await state(), 'REQUESTED');
  responses.query.code = 2201;
  responses.statuses = ['pendingTransfer'];
  await watchTransfer(job);
  assert.equal(await state(), 'REQUESTED');
});

test('when the registry only reports a later transfer by others, ours has ended once that one has', async (t) => {
  const { s, id, name, responses, job, state } = await startRequested(t);
  const otherTransfer = trnData(name).replace('<d:reID>Nameloan<', '<d:reID>Third<');
  responses.query = { code: 1000, content: otherTransfer };
  responses.statuses = ['pendingTransfer'];
  await watchTransfer(job);
  assert.equal(await state(), 'REQUESTED');
  responses.statuses = ['ok'];
  await watchTransfer(job);
  assert.equal(await state(), undefined);
  await s.settle();
  assert.equal(s.eventsOf('domains.domain.transfer-failed', id).length, 1);
});

test('a name counts as in custody only once its lock is set at the registry, not when it was accepted', async (t) => {
  const { s, id, responses, job } = await startRequested(t);
  responses.sponsor = 'Nameloan';
  await commit(async (tx) => {
    await markArriving(await domains.get(id, tx), { approvedAt: new Date(), tx });
    await tx.unschedule('secure-arrival', id);
  });
  assert.ok(await secureArrival(job), 'it checks again');
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED');
  responses.statuses = [...lockStatuses];
  await secureArrival(job);
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
});

test('a name that is approved but not transferred, or cannot be locked, alerts once and still arrives later', async (t) => {
  for (const fault of ['not handed over', 'not lockable'] as const) {
    const { s, id, responses } = await startRequested(t);
    if (fault === 'not lockable') Object.assign(responses, { sponsor: 'Nameloan', update: 2304 });
    await commit(async (tx) => {
      await markArriving(await domains.get(id, tx), { approvedAt: new Date(0), tx });
    });
    const listDeadLetters = () => serviceContext.store.deadLetters.list();
    await s.advance(5 * hour);
    assert.deepEqual(await listDeadLetters(), [], 'it may take a while');
    await s.advance(2 * hour);
    const alerted = await listDeadLetters();
    assert.equal(alerted.length, 1);
    assert.equal(alerted[0]?.subject, 'registry.arrival');
    assert.match(alerted[0]?.fault ?? '', fault === 'not lockable' ? /2304/ : /another registrar/);
    await s.advance(day);
    assert.deepEqual(await listDeadLetters(), alerted, 'once, and not again');
    assert.equal((await s.record(id)).transferIn?.state, 'ARRIVING');
    Object.assign(responses, { sponsor: 'Nameloan', statuses: [...lockStatuses] });
    await s.advance(hour);
    assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
    await s.stop();
  }
});
