/** Payees through REST: as their owner, as a thief with the password, and as the owner who stops it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';

const iban = { kind: 'IBAN', fields: { iban: 'DE89 3704 0044 0532 0130 00' } };
const otherIban = { iban: 'DE62370400440532013001' };

/** The token of the stop link in the mail with this subject. */
async function readToken(
  { sandbox }: TestEnvironment,
  email: string,
  subject: string,
): Promise<string> {
  return waitFor(`the mail “${subject}” to ${email}`, async () => {
    const mail = (await sandbox.readMails(email)).find((one) => one.subject.includes(subject));
    return mail && /\/stop\/payee-change#token=([\w%-]+)/.exec(mail.text)?.[1];
  });
}

export function payees(environment: GetEnvironment): void {
  test('a payee is added, changed and deleted, and no response has its number', async () => {
    const person = await environment().newPerson('Paula Payee');
    const body = { ...iban, holder: 'Paula Payee', label: 'Main' };
    const added = await person.call('POST', '/users/payees', body);
    assert.equal(added.status, 201);
    assert.partialDeepStrictEqual(added.body, {
      ...{ message: 'Payee added', kind: 'IBAN', label: 'Main', holder: 'Paula Payee' },
      ...{ masked: 'DE •••• 3000', version: 1, pending: null },
    });
    const { id } = added.body;
    const changed = await person.call('POST', `/users/payees/${id}`, { fields: otherIban });
    assert.deepEqual([changed.body.version, changed.body.masked], [2, 'DE •••• 3001']);
    assert.equal(changed.body.label, 'Main');
    const { payees: listed } = await person.get('/users/payees');
    assert.deepEqual(listed.length, 1);
    assert.ok(!JSON.stringify([added.body, changed.body, listed]).includes('04405320'));
    await person.call('DELETE', `/users/payees/${id}/pending`);
    assert.equal((await person.call('DELETE', `/users/payees/${id}`)).status, 204);
    assert.deepEqual((await person.get('/users/payees')).payees, []);
  });

  test('a refused detail is named in the response', async () => {
    const person = await environment().newPerson('Rita Refused');
    const wrong = { kind: 'IBAN', holder: 'Rita', fields: { iban: 'DE89370400440532013001' } };
    const { fields } = await expectRejection(person, 'POST /users/payees', {
      status: 400,
      body: wrong,
    });
    assert.deepEqual(Object.keys(fields as object), ['fields.iban']);
    const unknown = await person.call('POST', '/users/payees', {
      ...wrong,
      fields: { ...iban.fields, ibn: 'x' },
    });
    assert.deepEqual(Object.keys(unknown.body.fields), ['fields.ibn']);
  });

  test('the owner of the mailbox takes back what a thief with the password entered', async () => {
    const owner = await environment().newPerson('Oscar Owner');
    const own = await owner.call('POST', '/users/payees', { ...iban, holder: 'Oscar Owner' });
    const thief = await new Person(owner.baseUrl, { ...owner }).login();
    const { id } = own.body;
    const stolen = { holder: 'Theo Thief', fields: otherIban };
    assert.equal((await thief.call('POST', `/users/payees/${id}`, stolen)).status, 200);
    assert.equal((await owner.get('/users/payees')).payees[0].holder, 'Theo Thief');
    await readToken(environment(), owner.email, 'A payee was added');
    const token = await readToken(
      environment(),
      owner.email,
      'A payee of your account was changed',
    );
    const stopped = await owner.call('POST', '/users/payees/stop', { token }, { token: null });
    assert.deepEqual([stopped.status, stopped.body], [200, { message: 'Payee change stopped' }]);
    await waitFor('the sessions to end', async () => {
      return (await thief.call('GET', '/users/payees')).status === 401;
    });
    await assert.rejects(new Person(owner.baseUrl, { ...owner }).login());
  });
}
