/** The registrar lock while another job changes it: the nameserver job, a rotation of the auth code or a transfer out. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDomain } from '../domain/add-domain.ts';
import { parseName } from '../name/parse-name.ts';
import { registrarOf } from '../registrars.ts';
import { response, scriptedRegistry, send } from '../testing/scripted-registry.ts';
import { day, startDomains } from '../testing/start-domains.ts';
import { changeLockedDomain, lockStatuses, setLock } from './lock.ts';

const statusProhibits = 2304;

test('a change that meets the lock of another one is repeated, and given up only if the lock stays', async (t) => {
  const state = { rejections: 0, updates: 0 };
  const { port, ca } = await scriptedRegistry(t, {
    command: ({ socket, id, xml }) => {
      if (xml.includes('<poll')) return send(socket, response(id, 1300));
      if (xml.includes(':info')) {
        const status = '<d:status s="clientUpdateProhibited"/>';
        const data = `<d:infData><d:name>a.com</d:name><d:roid>D-1</d:roid>${status}<d:clID>Nameloan</d:clID></d:infData>`;
        return send(socket, response(id, 1000, `<e:resData>${data}</e:resData>`));
      }
      state.updates += 1;
      // Lifting the update lock is allowed; any other change meets the lock.
      const lifts = /:rem>\s*<[^>]*status s="clientUpdateProhibited"/.test(xml);
      const isRejected = !lifts && state.rejections-- > 0;
      return send(socket, response(id, isRejected ? statusProhibits : 1000));
    },
  });
  const s = await startDomains({
    environment: { EPP_PORT: String(port), EPP_CA: ca, EPP_POLL_MS: String(300 * day) },
  });
  t.after(() => s.stop());
  const registrar = registrarOf(newDomain('ann', parseName('a.com')));
  const changes = {
    lock: () => setLock(registrar, 'a.com', lockStatuses),
    unlock: () => setLock(registrar, 'a.com', ['clientDeleteProhibited']),
    code: () => changeLockedDomain(registrar, 'a.com', { authCode: 'Some-Code-12345' }),
  };
  for (const [name, change] of Object.entries(changes)) {
    state.rejections = 1;
    await change();
    assert.ok(state.updates > 2, name);
    state.rejections = 100;
    await assert.rejects(change(), { resultCode: statusProhibits }, name);
  }
});
