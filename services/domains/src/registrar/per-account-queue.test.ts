/** An account with many concurrent registry calls delays only itself. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { commit } from '../service-context.ts';
import { response, scriptedRegistry, send } from '../testing/scripted-registry.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { addVerifiedDomain, day, startDomains } from '../testing/start-domains.ts';

/** A realistic delay of a registry. */
const answerMs = 80;

const nameIn = (xml: string) => /<domain:name[^>]*>([^<]+)</.exec(xml)?.[1];

async function inCustody(s: TestDomains, owner: string): Promise<Domain> {
  const id = await addVerifiedDomain(s, owner);
  return commit<Domain>(async (tx) => {
    const domain = await domains.get(id, tx);
    return domains.update(domain, { ...domain, status: 'CUSTODY_PAID' }, tx);
  });
}

test('while one account requests many prices, another gets its own after a few of them', async (t) => {
  const registry = await scriptedRegistry(t, {
    command: async ({ socket, id, xml }) => {
      if (xml.includes('<poll')) return send(socket, response(id, 1300));
      await pause(answerMs);
      const name = nameIn(xml);
      const data = `<d:chkData><d:cd><d:name avail="0">${name}</d:name></d:cd></d:chkData>`;
      send(socket, response(id, 1000, `<e:resData>${data}</e:resData>`));
    },
  });
  const { port, ca, frames } = registry;
  const s = await startDomains({
    environment: { EPP_PORT: String(port), EPP_CA: ca, EPP_POLL_MS: String(300 * day) },
  });
  t.after(() => s.stop());
  const [greedy, modest] = [await inCustody(s, 'gus'), await inCustody(s, 'hal')];
  const ask = ({ id, accountId }: Domain) =>
    s.as(accountId)('query ($id: ID!) { domainQuote(id: $id, for: RENEWAL) { amount } }', { id });
  const greedyChecks = () => frames.filter((xml) => nameIn(xml) === greedy.name).length;
  const many = Array.from({ length: 150 }, () => ask(greedy));
  for (let round = 0; round < 5; round++) {
    while (greedyChecks() < 6 * (round + 1)) await pause(5);
    const before = greedyChecks();
    const answer = await ask(modest);
    assert.equal(answer.code, undefined, answer.message);
    assert.ok(greedyChecks() - before < 15, `${greedyChecks() - before} came before`);
  }
  await Promise.all(many);
});
