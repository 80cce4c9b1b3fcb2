import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domains } from '../../domain/domain.model.ts';
import { commit } from '../../service-context.ts';
import { response, scriptedRegistry, send } from '../../testing/scripted-registry.ts';
import { addVerifiedDomain, day, startDomains } from '../../testing/start-domains.ts';
import { lockStatuses } from '../lock.ts';

test('a rejection because of the domain’s state is a conflict, one of the nameservers is an error of their field', async (t) => {
  let code = 1000;
  const { port, ca } = await scriptedRegistry(t, {
    command: ({ socket, id, xml }) => {
      const name = /<(?:domain|host):name[^>]*>([^<]+)</.exec(xml)?.[1] ?? '';
      if (xml.includes('<poll')) return send(socket, response(id, 1300));
      if (xml.includes('<domain:add><domain:ns>')) return send(socket, response(id, code));
      if (xml.includes('<update')) return send(socket, response(id, 1000));
      if (!xml.includes('<info')) {
        const names = [...xml.matchAll(/<host:name>([^<]+)</g)].map((match) => match[1]);
        const rows = names.map((one) => `<h:cd><h:name avail="0">${one}</h:name></h:cd>`);
        const data = `<e:resData><h:chkData>${rows.join('')}</h:chkData></e:resData>`;
        return send(socket, response(id, 1000, data));
      }
      const locks = lockStatuses.map((status) => `<d:status s="${status}"/>`).join('');
      const data = `<d:name>${name}</d:name><d:roid>D1-TEST</d:roid>${locks}<d:clID>Nameloan</d:clID>`;
      send(socket, response(id, 1000, `<e:resData><d:infData>${data}</d:infData></e:resData>`));
    },
  });
  const s = await startDomains({
    environment: { EPP_PORT: String(port), EPP_CA: ca, EPP_POLL_MS: String(300 * day) },
  });
  t.after(() => s.stop());
  const id = await addVerifiedDomain(s, 'ann');
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await domains.update(domain, { ...domain, status: 'CUSTODY_PAID' }, tx);
  });
  const set = () =>
    s.as('ann')(
      'mutation ($id: ID!, $hosts: [String!]!) { setNameservers(id: $id, nameservers: $hosts) { id } }',
      { id, hosts: ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'] },
    );
  for (code of [2304, 2305, 2306, 2201]) {
    const answer = await set();
    assert.deepEqual([answer.code, answer.fields], ['CONFLICT', undefined], String(code));
  }
  for (code of [2004, 2005]) {
    const answer = await set();
    assert.equal(answer.code, 'INVALID_INPUT', String(code));
    assert.equal(answer.fields?.nameservers, 'The registry does not accept these nameservers.');
  }
  code = 1000;
  assert.equal((await set()).message, undefined);
});
