/** Payees of an account: adding, changing, deleting, and when that is held or rejected. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { moveAccountClock, moveClock, resetClock } from '@nameloan/runtime/clock';
import { sendRequest } from '@nameloan/subgraph/request';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import {
  addCall,
  addPayee,
  changeCall,
  deleteCall,
  ibanInput,
  ibans,
  listPayees,
  PayeeUse,
  readStopTokens,
  stepUpCall,
  withdrawCall,
} from '../testing/payees.ts';
import { readLinks } from '../testing/read-links.ts';
import type { Person } from '../testing/register-person.ts';
import { registerPerson } from '../testing/register-person.ts';
import { payeeDetails, payees } from './payee.model.ts';

let service: TestService;
const lending = new PayeeUse();
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  await lending.listen(service);
});
after(() => service.stop());
afterEach(resetClock);

const hourMs = 3_600_000;
const named = { named: true, claimOpen: false };
const change = (person: Person, id: string, iban: string, more: object = {}) =>
  person.call(changeCall, { id, fields: { iban }, ...more });
const stepUp = (person: Person, more: object = {}) =>
  person.call(stepUpCall, { curPassword: person.password, ...more });
const read = ({ accountId }: { accountId: string }, payeeId: string) =>
  sendRequest(service.bus, 'identity.payee', { accountId, payeeId });
const eventsOf = (payeeId: string) =>
  service.publishedEvents
    .filter(
      ({ subject, aggregateId }) => subject === 'identity.payee.changed' && aggregateId === payeeId,
    )
    .map(({ data }) => (data as { change: string }).change);

test('a payee is listed by its short form, and its number is stored, published and mailed nowhere', async () => {
  const person = await registerPerson(service);
  const fields = { iban: 'de89 3704 0044 0532 0130 00' };
  const added = await addPayee(person, { ...ibanInput, fields, label: ' Main ' });
  const [listed] = await listPayees(person);
  assert.deepEqual(listed, added);
  assert.partialDeepStrictEqual(listed, {
    ...{ kind: 'IBAN', label: 'Main', holder: 'Grace Hopper', masked: 'DE •••• 3000' },
    ...{ version: 1, pending: null, warnings: [] },
    options: { chainId: null, accountType: null, wire: null, token: null },
  });
  assert.match(listed.fingerprint, /^[0-9a-f]{8}$/);
  assert.deepEqual(await listPayees(await registerPerson(service)), []);
  await service.settle();
  const details = await payeeDetails.findMany({ accountId: person.accountId });
  assert.equal(details.length, 1);
  const links = await readLinks(service, person.accountId, 'STOP_PAYEE_CHANGE');
  const everything = [
    await payees.findMany({ accountId: person.accountId, status: 'ACTIVE' }),
    ...[details, service.publishedEvents, links],
  ];
  for (const digits of ['370400440532013000', '0440532013'])
    assert.ok(!JSON.stringify(everything).includes(digits), digits);
  assert.partialDeepStrictEqual(links[0], {
    email: person.email,
    payee: { masked: 'DE •••• 3000', formerMasked: null },
  });
});

test('every refusal names the field', async () => {
  const person = await registerPerson(service);
  const add = (input: object) => person.call(addCall, { ...ibanInput, ...input });
  const wrong = await add({
    holder: ' ',
    fields: { iban: 'DE89370400440532013001', address: 'x' },
  });
  assert.equal(wrong.code, 'INVALID_INPUT');
  assert.deepEqual(Object.keys(wrong.fields ?? {}).sort(), [
    'fields.address',
    'fields.iban',
    'holder',
  ]);
  assert.match(wrong.fields?.['fields.iban'] ?? '', /check digits/);
  assert.match((await add({ label: 'x'.repeat(61) })).fields?.label ?? '', /60 characters/);
  const turned = await add({ holder: 'Ada\u202eevil' });
  assert.deepEqual(Object.keys(turned.fields ?? {}), ['holder']);
  const swift = { bic: 'DBSSSGSG', account: '1234', bankName: 'DBS\u200bBank', bankAddress: 'x' };
  const disguised = await add({ kind: 'SWIFT', fields: swift });
  assert.deepEqual(Object.keys(disguised.fields ?? {}), ['fields.bankName']);
  const solana = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
  const once = await add({ kind: 'SOLANA', fields: { address: solana } });
  assert.deepEqual(Object.keys(once.fields ?? {}), ['fields.confirm']);
  assert.deepEqual(await listPayees(person), []);
});

test('a change is valid at once without a loan, and 72 hours of account time later with one', async () => {
  const person = await registerPerson(service);
  const { id, fingerprint } = await addPayee(person);
  const second = (await change(person, id, ibans.second)).data.result;
  assert.deepEqual([second.version, second.masked, second.pending], [2, 'DE •••• 3001', null]);
  assert.notEqual(second.fingerprint, fingerprint);
  lending.uses.set(id, named);
  const third = (await change(person, id, ibans.third)).data.result;
  assert.deepEqual(
    [third.version, third.masked],
    [2, 'DE •••• 3001'],
    'the former details stay valid',
  );
  assert.deepEqual([third.pending.version, third.pending.masked], [3, 'DE •••• 3002']);
  const waits = Date.parse(third.pending.effectiveAt) - Date.now();
  assert.ok(Math.abs(waits - 72 * hourMs) < 60_000, `${waits} ms`);
  moveClock(1000 * hourMs);
  assert.equal((await read(person, id)).current.version, 2, 'business time makes nothing valid');
  moveAccountClock(72 * hourMs - 60_000);
  assert.equal((await read(person, id)).current.version, 2);
  moveAccountClock(72 * hourMs + 1000);
  const reply = await read(person, id);
  assert.deepEqual([reply.current.version, reply.pending], [3, null]);
  assert.equal((await listPayees(person))[0].version, 3);
});

test('a second change replaces the first and waits 72 hours from its own time', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  lending.uses.set(id, named);
  await change(person, id, ibans.second);
  moveAccountClock(48 * hourMs);
  await stepUp(person);
  await change(person, id, ibans.third);
  moveAccountClock(73 * hourMs);
  const reply = await read(person, id);
  assert.deepEqual(
    [reply.current.version, reply.pending?.version],
    [1, 3],
    'the first is replaced',
  );
  moveAccountClock(121 * hourMs);
  assert.equal((await read(person, id)).current.version, 3);
});

test('repeated details change nothing, the valid ones withdraw a change, and a label waits for nothing', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  lending.uses.set(id, { named: true, claimOpen: true });
  const renamed = (await change(person, id, ibans.first, { label: 'Savings' })).data.result;
  assert.deepEqual([renamed.label, renamed.version, renamed.pending], ['Savings', 1, null]);
  lending.uses.set(id, named);
  const waiting = (await change(person, id, ibans.second)).data.result;
  const repeated = (await change(person, id, ibans.second)).data.result;
  assert.deepEqual(
    repeated.pending,
    waiting.pending,
    'a second click does not restart the 72 hours',
  );
  assert.equal(repeated.label, 'Savings', 'a label that is left out stays');
  const back = (await change(person, id, ibans.first, { label: '' })).data.result;
  assert.deepEqual([back.pending, back.label], [null, null]);
  await change(person, id, ibans.third);
  assert.equal((await person.call(withdrawCall, { id })).data.result.pending, null);
  assert.equal((await person.call(withdrawCall, { id })).code, undefined, 'a second click');
  await service.settle();
  assert.deepEqual(eventsOf(id), ['ADDED', 'CHANGED', 'WITHDRAWN', 'CHANGED', 'WITHDRAWN']);
  moveAccountClock(73 * hourMs);
  assert.equal((await read(person, id)).current.version, 1);
});

test('a payee that a loan names is not deleted; a deleted one is erased and cannot be changed', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  lending.uses.set(id, named);
  const answer = await person.call(deleteCall, { id });
  assert.deepEqual([answer.code, answer.reason], ['CONFLICT', 'PAYEE_IN_USE']);
  lending.uses.delete(id);
  assert.equal((await person.call(deleteCall, { id })).code, undefined);
  assert.deepEqual(await listPayees(person), []);
  assert.deepEqual(await payeeDetails.findMany({ payeeId: id }), []);
  for (const again of [person.call(deleteCall, { id }), change(person, id, ibans.second)])
    assert.equal((await again).code, 'NOT_FOUND');
  const { deleted, current } = await read(person, id);
  assert.deepEqual([deleted, current.masked], [true, 'DE •••• 3000'], 'for loans that named it');
  await service.settle();
  assert.deepEqual(eventsOf(id), ['ADDED', 'REMOVED']);
});

test('each addition and each change mails a stop link to the account', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  lending.uses.set(id, named);
  await change(person, id, ibans.second);
  const links = await readLinks(service, person.accountId, 'STOP_PAYEE_CHANGE');
  assert.deepEqual(
    links.map(({ payee }) => [payee?.masked, payee?.formerMasked]),
    [
      ['DE •••• 3000', null],
      ['DE •••• 3001', 'DE •••• 3000'],
    ],
  );
  const tokens = await readStopTokens(service, person.accountId);
  assert.equal(new Set(tokens).size, 2);
  const stored = JSON.stringify(await payees.get(id));
  for (const token of tokens) assert.ok(!stored.includes(token));
});

test('recent changes are those of 30 days that were neither stopped nor withdrawn', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  assert.equal((await read(person, id)).recentChanges, 0);
  await change(person, id, ibans.second);
  await change(person, id, ibans.third);
  assert.equal((await read(person, id)).recentChanges, 2);
  lending.uses.set(id, named);
  await change(person, id, ibans.first);
  await person.call(withdrawCall, { id });
  assert.equal((await read(person, id)).recentChanges, 2);
  moveAccountClock(31 * 24 * hourMs);
  assert.equal((await read(person, id)).recentChanges, 0);
});
