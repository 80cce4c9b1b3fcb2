import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { domains } from '../domain/domain.model.ts';
import type { TransferIn } from '../domain/domain.ts';
import { commit, encrypt } from '../service-context.ts';
import { response, scriptedRegistry, send } from '../testing/scripted-registry.ts';
import { addVerifiedDomain, day, startDomains } from '../testing/start-domains.ts';
import { storeAsIs } from '../testing/store-as-is.ts';
import { resumeTransferIn } from './transfer-in/process-transfer-in.ts';
import { transferInCodePurpose } from './transfer-in/request-transfer.ts';

async function reach(id: string, transferIn: TransferIn): Promise<void> {
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await storeAsIs({ ...domain, pendingTransfer: 'IN', transferIn }, tx);
  });
}

/** A transfer in `state`, its service, and a registry that rejects every request after `duringRequest` has run. */
async function startInState(t: TestContext, state: TransferIn['state']) {
  const hook = { duringRequest: async () => {} };
  const { port, ca } = await scriptedRegistry(t, {
    command: ({ socket, id, xml }) => {
      if (xml.includes('<poll')) return send(socket, response(id, 1300));
      if (xml.includes('op="query"')) return send(socket, response(id, 2301));
      void hook.duringRequest().then(() => send(socket, response(id, 2304)));
    },
  });
  const s = await startDomains({
    environment: { EPP_PORT: String(port), EPP_CA: ca, EPP_POLL_MS: String(300 * day) },
  });
  t.after(() => s.stop());
  const id = await addVerifiedDomain(s, 'ann');
  const started: TransferIn = {
    ...{
      holdId: newId(),
      feeCents: 1200,
      registryCents: null,
      encryptedCode: encrypt('some-Code-1', transferInCodePurpose),
      state,
    },
    ...{ startedAt: new Date(), requestedAt: null, approvedAt: null },
  };
  await reach(id, started);
  const data = { holdId: started.holdId };
  const job = { kind: 'transfer-in', key: id, data, attempt: 1, dueAt: new Date() };
  return { s, id, started, job, hook };
}

test('a run that is rejected because a concurrent run succeeded does not end the transfer', async (t) => {
  const { s, id, started, job, hook } = await startInState(t, 'REQUESTING');
  s.payments.holds.set(started.holdId, 'HELD');
  const requestedAt = new Date();
  hook.duringRequest = () =>
    reach(id, { ...started, state: 'REQUESTED', encryptedCode: null, requestedAt });
  await resumeTransferIn(job);
  await s.settle();
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTED');
  assert.equal(s.payments.holds.get(started.holdId), 'HELD');
});

test('a run that cannot hold the fee does not end the transfer after a concurrent run has held it', async (t) => {
  const { s, id, started, job } = await startInState(t, 'HOLDING');
  const requestedAt = new Date();
  s.payments.before = () => reach(id, { ...started, state: 'REQUESTED', requestedAt });
  s.payments.balanceCents = 0;
  await resumeTransferIn(job);
  await s.settle();
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTED');
  assert.equal(s.eventsOf('domains.domain.transfer-failed', id).length, 0);
});
