import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { resumeRenewal } from '../renewal/process-renewal.ts';
import { commit, encrypt } from '../service-context.ts';
import type { Script } from '../testing/scripted-registry.ts';
import { response, scriptedRegistry, send, trnData } from '../testing/scripted-registry.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { addVerifiedDomain, day, freshName, startDomains } from '../testing/start-domains.ts';
import { storeAsIs } from '../testing/store-as-is.ts';
import { resumeTransferIn } from './transfer-in/process-transfer-in.ts';
import { transferInCodePurpose } from './transfer-in/request-transfer.ts';

const from = new Date('2027-05-01T00:00:00Z');
const renewed = new Date('2028-05-01T00:00:00Z');

/** A service whose registry fails the first query and then reports that an earlier run succeeded. */
async function faulty(t: TestContext, successData: (name: string) => string) {
  let queries = 0;
  const name = freshName();
  const command: Script['command'] = ({ socket, id, xml }) => {
    if (xml.includes('<poll')) return send(socket, response(id, 1300));
    queries += 1;
    send(socket, queries === 1 ? response(id, 2400) : response(id, 1000, successData(name)));
  };
  const { port, ca, frames } = await scriptedRegistry(t, { command });
  const s = await startDomains({
    environment: { EPP_PORT: String(port), EPP_CA: ca, EPP_POLL_MS: String(300 * day) },
  });
  t.after(() => s.stop());
  return { s, name, frames, id: await addVerifiedDomain(s, 'ann', name), holdId: newId() };
}

async function put(id: string, change: (domain: Domain) => Partial<Domain>): Promise<void> {
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await storeAsIs({ ...domain, ...change(domain) }, tx);
  });
}

const jobOf = (kind: string, { id, holdId }: { id: string; holdId: string }) => ({
  ...{ kind, key: id, data: { holdId } },
  ...{ attempt: 1, dueAt: new Date() },
});

async function assertHeld(s: TestDomains, holdId: string): Promise<void> {
  await s.settle();
  assert.equal(s.payments.holds.get(holdId), 'HELD', 'an internal error releases nothing');
}

test('an internal error while querying an earlier request does not end the transfer: the next query finds it', async (t) => {
  const { s, id, holdId, frames } = await faulty(t, (name) => trnData(name));
  await put(id, () => ({
    pendingTransfer: 'IN',
    transferIn: {
      ...{
        holdId,
        feeCents: 1200,
        registryCents: null,
        encryptedCode: encrypt('some-Code-1', transferInCodePurpose),
      },
      ...{ state: 'REQUESTING', startedAt: new Date(), requestedAt: null, approvedAt: null },
    },
  }));
  s.payments.holds.set(holdId, 'HELD');
  const job = jobOf('transfer-in', { id, holdId });
  await assert.rejects(resumeTransferIn(job), { code: 'UNAVAILABLE' });
  await assertHeld(s, holdId);
  assert.ok(
    (await s.record(id)).transferIn?.encryptedCode,
    'the code is kept for the next attempt',
  );
  await resumeTransferIn(job);
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTED');
  assert.ok(frames.every((frame) => !frame.includes('<transfer op="request"')));
});

test('an internal error while querying an earlier renewal does not release the fee: the new year is found and charged', async (t) => {
  const { s, id, holdId, frames } = await faulty(
    t,
    (name) =>
      `<e:resData><d:infData><d:name>${name}</d:name><d:roid>D1-TEST</d:roid><d:status s="ok"/>` +
      `<d:clID>Nameloan</d:clID><d:exDate>${renewed.toISOString()}</d:exDate></d:infData></e:resData>`,
  );
  const rest = {
    accountId: 'ann',
    feeCents: 1200,
    registryCents: null,
    fromExpiresAt: from,
    automatic: false,
    startedAt: new Date(),
  };
  await put(id, () => ({
    ...{ status: 'CUSTODY_PAID', expiresAt: from },
    renewal: { holdId, state: 'RENEWING', ...rest },
  }));
  s.payments.holds.set(holdId, 'HELD');
  const job = jobOf('renew', { id, holdId });
  await assert.rejects(resumeRenewal(job), { code: 'UNAVAILABLE' });
  await assertHeld(s, holdId);
  await resumeRenewal(job);
  await s.settle();
  assert.equal(s.payments.holds.get(holdId), 'CAPTURED');
  assert.equal((await s.record(id)).expiresAt?.getTime(), renewed.getTime());
  assert.ok(frames.every((frame) => !frame.includes('<renew')));
});
