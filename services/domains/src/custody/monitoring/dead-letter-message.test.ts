import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { until } from '@nameloan/testkit/until';
import { domains } from '../../domain/domain.model.ts';
import type { Domain, TransferIn } from '../../domain/domain.ts';
import { commit, serviceContext } from '../../service-context.ts';
import type { Script } from '../../testing/scripted-registry.ts';
import { response, scriptedRegistry, send, trnData } from '../../testing/scripted-registry.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addVerifiedDomain,
  freshName,
  hour,
  minute,
  startDomains,
} from '../../testing/start-domains.ts';
import { storeAsIs } from '../../testing/store-as-is.ts';
import { lockStatuses } from '../lock.ts';

/** State of the scripted registry, set by each test. */
interface RegistryContent {
  /** The message queue: the content of the response after msgQ. */
  messages: { id: string; content: string }[];
  sponsors: Map<string, string>;
  transfers: Map<string, string>;
}

const expiry = '2030-05-01T00:00:00Z';

function info(name: string, sponsor: string): string {
  const locks = lockStatuses.map((status) => `<d:status s="${status}"/>`).join('');
  return (
    `<e:resData><d:infData><d:name>${name}</d:name><d:roid>D1-TEST</d:roid>${locks}` +
    `<d:clID>${sponsor}</d:clID><d:exDate>${expiry}</d:exDate></d:infData></e:resData>`
  );
}

/** A service with a registry whose message queue is given by `content`. */
async function startWith(t: TestContext, content: RegistryContent): Promise<TestDomains> {
  const command: Script['command'] = ({ socket, id, xml }) => {
    const name = /<domain:name[^>]*>([^<]+)</.exec(xml)?.[1] ?? '';
    const [first] = content.messages;
    if (xml.includes('op="ack"')) {
      const acked = /msgID="([^"]+)"/.exec(xml)?.[1];
      if (acked === first?.id) content.messages.shift();
      send(socket, response(id, acked === first?.id ? 1000 : 2303));
    } else if (xml.includes('<poll')) {
      const queue = `<e:msgQ count="${content.messages.length}" id="${first?.id}"><e:msg>Told</e:msg></e:msgQ>`;
      send(socket, first ? response(id, 1301, queue + first.content) : response(id, 1300));
    } else if (xml.includes('<transfer op="query"')) {
      send(socket, response(id, 1000, trnData(name, content.transfers.get(name))));
    } else send(socket, response(id, 1000, info(name, content.sponsors.get(name) ?? 'Other')));
  };
  const { port, ca } = await scriptedRegistry(t, { command });
  const s = await startDomains({
    environment: { EPP_PORT: String(port), EPP_CA: ca, EPP_POLL_MS: '200' },
  });
  t.after(() => s.stop());
  return s;
}

async function put(id: string, change: Partial<Domain>): Promise<void> {
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await domains.update(domain, { ...domain, ...change }, tx);
  });
}

/** A transfer in that the registry has accepted, or whose request is still being sent. */
const requestedTransfer = (state: TransferIn['state'] = 'REQUESTED'): Partial<Domain> => ({
  pendingTransfer: 'IN',
  transferIn: {
    ...{
      holdId: newId(),
      feeCents: 1200,
      registryCents: null,
      encryptedCode: null,
      state,
    },
    ...{ startedAt: new Date('2026-11-20T10:00:00Z'), approvedAt: null },
    requestedAt: new Date('2026-11-20T10:00:00Z'),
  },
});

const unknownStatus = (name: string) => trnData(name, 'serverRejected');
/** Not well-formed XML: an undeclared entity. */
const notXml = (name: string) => trnData(name, 'serverApproved').replace('Other', '&reg;');
const withoutName = trnData('x.com', 'serverApproved').replace(/<d:name>[^<]*<\/d:name>/, '');

test('unreadable messages become dead letters, and the arrival after them is processed', async (t) => {
  const content: RegistryContent = { messages: [], sponsors: new Map(), transfers: new Map() };
  const s = await startWith(t, content);
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await put(id, requestedTransfer());
  content.sponsors.set(name, 'Nameloan');
  const contents = [
    unknownStatus('other.com'),
    notXml('other.com'),
    withoutName,
    trnData(name, 'serverApproved'),
  ];
  content.messages.push(...contents.map((content) => ({ id: newId(), content })));
  const arrived = await s.event('domains.domain.custody-arrived');
  assert.equal(arrived.data.domainId, id);
  assert.deepEqual(content.messages, []);
  // Payments does not know the fee of a transfer that this test only records, so it becomes a dead letter too.
  const kept = (await serviceContext.store.deadLetters.list()).filter(
    ({ subject }) => subject === 'registry.message',
  );
  assert.deepEqual(
    kept.map(({ fault }) => fault),
    [
      'The registry sent an unknown transfer status.',
      'The message is not readable XML.',
      "The registry's response lacks name.",
    ],
  );
});

test('an unreadable message about one of our names triggers a check: of an arrival, and of lost custody', async (t) => {
  for (const garbled of [unknownStatus, notXml]) {
    const content: RegistryContent = { messages: [], sponsors: new Map(), transfers: new Map() };
    const s = await startWith(t, content);
    const names = [freshName(), freshName(), freshName(), freshName()] as const;
    const [coming, lost, ours, unknown] = names;
    const [comingId, lostId, oursId, oddId] = await Promise.all(
      names.map((name) => addVerifiedDomain(s, 'ann', name)),
    );
    assert.ok(comingId && lostId && oursId && oddId);
    await put(comingId, requestedTransfer());
    await put(lostId, { status: 'CUSTODY_PAID' });
    await put(oursId, { status: 'CUSTODY_PAID' });
    await put(oddId, { status: 'CUSTODY_PAID' });
    content.transfers.set(coming, 'serverApproved');
    // Not even the name of this message is readable; staff must check it, but it does not block the others.
    content.sponsors.set(coming, 'Nameloan').set(ours, 'Nameloan').set(unknown, '');
    const contents = [garbled(unknown), garbled(ours), garbled(lost), garbled(coming)];
    content.messages.push(...contents.map((content) => ({ id: newId(), content })));
    await s.event('domains.domain.custody-lost', ({ domainId }) => domainId === lostId);
    await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === comingId);
    assert.equal((await s.record(oursId)).status, 'CUSTODY_PAID');
    assert.deepEqual(
      [(await s.record(oursId)).active, (await s.record(oddId)).active],
      [true, true],
    );
    await s.stop();
  }
});

test('a message about a transfer whose request is still being sent triggers a check within minutes of its record', async (t) => {
  const content: RegistryContent = { messages: [], sponsors: new Map(), transfers: new Map() };
  const s = await startWith(t, content);
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await commit(async (tx) => {
    await storeAsIs({ ...(await domains.get(id, tx)), ...requestedTransfer('REQUESTING') }, tx);
  });
  content.messages.push({ id: newId(), content: unknownStatus(name) });
  await until(async () => {
    await s.settle();
    return content.messages.length === 0;
  });
  content.transfers.set(name, 'serverApproved');
  content.sponsors.set(name, 'Nameloan');
  await s.advance(2 * minute);
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTING');
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await domains.update(domain, { ...domain, ...requestedTransfer() }, tx);
    await tx.schedule({
      kind: 'watch-transfer',
      key: id,
      at: new Date(now().getTime() + 6 * hour),
    });
  });
  await s.advance(2 * minute);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
});
