import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { newDomain } from '../../domain/add-domain.ts';
import { parseName } from '../../name/parse-name.ts';
import { commit } from '../../service-context.ts';
import { response, scriptedRegistry, send } from '../../testing/scripted-registry.ts';
import { day, freshName, minute, startDomains } from '../../testing/start-domains.ts';
import { storeAsIs } from '../../testing/store-as-is.ts';
import { nextCustodyCheck } from '../custody-check-schedule.ts';
import { lockStatuses } from '../lock.ts';

/** Domains in custody and a registry that responds to an info as `responses` says, otherwise that they are ours. */
async function startWith(t: TestContext, count: number) {
  const responses = new Map<string, (id: string) => string>();
  const checked: string[] = [];
  const { port, ca } = await scriptedRegistry(t, {
    command: ({ socket, id, xml }) => {
      if (xml.includes('<poll')) return send(socket, response(id, 1300));
      const name = /<domain:name[^>]*>([^<]+)</.exec(xml)?.[1] ?? '';
      checked.push(name);
      send(socket, responses.get(name)?.(id) ?? response(id, 1000, info(name, 'Nameloan')));
    },
  });
  const s = await startDomains({
    environment: { EPP_PORT: String(port), EPP_CA: ca, EPP_POLL_MS: String(3000 * day) },
  });
  t.after(() => s.stop());
  const names = Array.from({ length: count }, () => freshName());
  const ids: string[] = [];
  for (const name of names) {
    const domain = newDomain('ann', parseName(name));
    const custodyCheck = { at: nextCustodyCheck(), unknownSince: null };
    ids.push(domain.id);
    await commit((tx) =>
      storeAsIs({ ...domain, status: 'CUSTODY_PAID', titleName: name, custodyCheck }, tx),
    );
  }
  const active = async () => {
    const records = await Promise.all(ids.map((id) => s.record(id)));
    return records.map((record) => record.active);
  };
  return { s, ids, names, responses, checked, active };
}

function info(name: string, sponsor: string): string {
  const locks = lockStatuses.map((status) => `<d:status s="${status}"/>`).join('');
  return (
    `<e:resData><d:infData><d:name>${name}</d:name><d:roid>D1-TEST</d:roid>${locks}` +
    `<d:clID>${sponsor}</d:clID></d:infData></e:resData>`
  );
}

test('each domain is checked about once a day, and once after a jump of a month', async (t) => {
  const { s, names, checked } = await startWith(t, 12);
  await s.advance(60 * minute);
  assert.deepEqual(checked, [], 'a new arrival is not due yet');
  for (let hours = 0; hours < 36; hours++) await s.advance(60 * minute);
  assert.deepEqual(new Set(checked), new Set(names));
  assert.ok(checked.length < 3 * names.length);
  await s.advance(2 * day);
  checked.length = 0;
  await s.advance(30 * day);
  assert.deepEqual(checked.toSorted(), names.toSorted());
});

test('the checks are spread over the day', async (t) => {
  const { s, checked } = await startWith(t, 12);
  await s.advance(40 * day);
  checked.length = 0;
  const counts: number[] = [];
  for (let quarters = 0; quarters < 6; quarters++) {
    await s.advance(day / 4);
    counts.push(checked.length);
  }
  assert.ok((counts.at(-1) ?? 0) >= 12);
  assert.ok(new Set(counts).size > 2, `not all at once: ${counts}`);
});

test('a round is bounded, and the next one continues where it stopped', async (t) => {
  const { s, names, checked } = await startWith(t, 130);
  await s.advance(2 * day);
  assert.equal(checked.length, 100);
  await s.advance(minute);
  assert.deepEqual(checked.toSorted(), names.toSorted());
});

test('an unclear response is not a loss and does not block the check of other domains', async (t) => {
  const { s, ids, names, responses, active } = await startWith(t, 9);
  const [rejected, internalError, unreadable, garbled, otherName] = names as [
    string,
    string,
    string,
    string,
    string,
  ];
  responses.set(rejected, (id) => response(id, 2201));
  responses.set(internalError, (id) => response(id, 2400));
  responses.set(unreadable, (id) => response(id, 1000, info(unreadable, '')));
  responses.set(garbled, (id) => response(id, 1000, '<e:resData>&nbsp;</e:resData>'));
  responses.set(otherName, (id) => response(id, 1000, info('another.com', 'Other')));
  for (const transferred of names.slice(5))
    responses.set(transferred, (id) => response(id, 1000, info(transferred, 'Other')));
  for (let rounds = 0; rounds < 8; rounds++) await s.advance(day);
  assert.deepEqual(await active(), [true, true, true, true, true, false, false, false, false]);
  assert.equal(s.eventsOf('domains.domain.custody-lost', ids[5] ?? '').length, 1);
});
