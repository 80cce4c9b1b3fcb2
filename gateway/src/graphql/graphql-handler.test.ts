/** GraphQL over HTTP: limits, error codes, and errors without internals. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import { sources } from '../live/sources.ts';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let token: string;

before(async () => {
  gateway = await startTestGateway({
    replies: {
      'Query.escrow': ({ args }) => {
        if (args.id === 'bug') throw new Error('MongoServerError: E11000 at /srv/secret.ts:12');
        if (args.id === 'mine') return { id: 'mine' };
        throw new DomainError('NOT_FOUND', 'There is no such loan.');
      },
      'Mutation.makeOffer': () => {
        throw new DomainError('INVALID_INPUT', 'The amount is too large.', {
          fields: { amount: 'The amount is too large.', domainId: 'Not yours.' },
        });
      },
      'Mutation.updateProfile': () => {
        throw new DomainError('INVALID_INPUT', 'No.', {
          fields: { 'input.contract': 'No.', pfp: 'No.' },
        });
      },
    },
  });
  token = await gateway.token();
});
after(() => gateway.stop());

const ask = (query: string, variables?: unknown, headers?: Record<string, string>) =>
  gateway.call('POST', '/graphql', {
    token,
    body: { query, variables },
    ...(headers ? { headers } : {}),
  });

test('an expected error keeps its message, code and fields; REST renames the fields', async () => {
  const { body } = await ask('{ escrow(id: "x") { id } }');
  assert.equal(body.errors[0].message, 'There is no such loan.');
  assert.equal(body.errors[0].extensions.code, 'NOT_FOUND');
  assert.ok(body.errors[0].extensions.requestId);
  const offer = await ask(
    'mutation { makeOffer(domainId: "d", amount: 1, term: 1, rate: 1) { id } }',
  );
  assert.deepEqual(Object.keys(offer.body.errors[0].extensions.fields), ['amount', 'domainId']);
  const rest = { domain_id: 'd', loan_amount: 1, term: 1, apy: 1 };
  const refused = await gateway.call('POST', '/api/offers', { token, body: rest });
  assert.equal(refused.status, 400);
  assert.deepEqual(Object.keys(refused.body.fields), ['loan_amount', 'domain_id']);
  const profile = await gateway.call('POST', '/api/users/profile', {
    token,
    body: { contract: 1 },
  });
  assert.deepEqual(Object.keys(profile.body.fields), ['contract', 'pfp']);
});

test('a bug in a service reveals no internals, over GraphQL and REST', async () => {
  const { body } = await ask('{ escrow(id: "bug") { id } }');
  const rest = await gateway.call('GET', '/api/escrow/bug', { token });
  assert.equal(body.errors[0].extensions.code, 'INTERNAL');
  assert.equal(rest.status, 500);
  assert.equal(rest.body.code, 'INTERNAL');
  for (const text of [JSON.stringify(body), JSON.stringify(rest.body)]) {
    assert.doesNotMatch(text, /Mongo|E11000|secret|stack|serviceName|lending/);
  }
});

test('an invalid document or variable is INVALID_INPUT with status 400', async () => {
  const table: [string, unknown][] = [
    ['{', undefined],
    ['{ nope }', undefined],
    ['query($id: ID!) { escrow(id: $id) { id } }', {}],
    ['query($id: ID!) { escrow(id: $id) { id } }', { id: { $ne: null } }],
    ['query($page: Int!) { domains(page: $page) { total } }', { page: 'x' }],
    ['query A { self { id } } query B { self { id } }', undefined],
    [
      'query($representations: Boolean!) { domains { domains { listed @skip(if: $representations) } } }',
      { representations: false },
    ],
    ['subscription { notificationAdded { id } }', undefined],
    [`{ ${'self { id } '.repeat(1000)} }`, undefined],
  ];
  for (const [query, variables] of table) {
    const { status, body } = await ask(query, variables);
    assert.equal(body.errors[0].extensions.code, 'INVALID_INPUT', query.slice(0, 50));
    assert.equal(status, 400, query.slice(0, 50));
  }
  for (const raw of [
    {},
    { query: 1 },
    { query: '{ self { id } }', variables: 'x' },
    { query: null },
  ]) {
    const { status, body } = await gateway.call('POST', '/graphql', { token, body: raw });
    assert.equal(status, 400);
    assert.equal(body.errors[0].extensions.code, 'INVALID_INPUT');
  }
});

test('a variable with a thousand errors is rejected with one short message', async () => {
  const query = 'mutation ($input: ProfileInput!) { updateProfile(input: $input) { id } }';
  const input = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`no${at}`, at]));
  const { status, body } = await gateway.call('POST', '/graphql', {
    body: { query, variables: { input } },
  });
  assert.equal(status, 400);
  assert.equal(body.errors.length, 1);
  assert.equal(body.errors[0].extensions.code, 'INVALID_INPUT');
  assert.match(body.errors[0].message, /Field "no0" is not defined/);
  assert.ok(JSON.stringify(body).length < 2 * JSON.stringify(input).length);
});

test('a document too deep, too costly or with too many aliases is TOO_COMPLEX and reaches no service', async () => {
  const deep = `{ domains { domains { ${'listing { domain { '.repeat(6)} id ${'} }'.repeat(6)} } } }`;
  const aliases = `{ ${Array.from({ length: 31 }, (_, at) => `a${at}: self { id }`).join(' ')} }`;
  const many = 'id name '.repeat(150);
  const costly = `{ domains { domains { ${'listing { domain { '.repeat(3)} ${many} ${'} }'.repeat(3)} } } }`;
  const before = gateway.services.get('domains')?.seen.length;
  for (const query of [deep, aliases, costly]) {
    const { status, body } = await ask(query);
    assert.equal(body.errors[0].extensions.code, 'TOO_COMPLEX', query.slice(0, 60));
    assert.equal(status, 400);
  }
  assert.equal(gateway.services.get('domains')?.seen.length, before);
});

test('a document that loads thousands of objects is TOO_COMPLEX, however it selects them', async () => {
  const inner = 'domain { listing { domain { status } } }';
  const aliased = (limit: string) =>
    Array.from({ length: 30 }, (_, at) => `a${at}: listings(${limit}) { listings { ${inner} } }`);
  const table: [string, Record<string, unknown>?][] = [
    [`{ ${aliased('limit: 100').join(' ')} }`],
    [`query($many: Int!) { ${aliased('limit: $many').join(' ')} }`, { many: 100 }],
    [`{ ${aliased('limit: 1').join(' ')} }`],
    [
      `{ ${Array.from({ length: 15 }, (_, at) => `a${at}: listings(limit: 100) { ...F }`).join(' ')} } fragment F on ListingPage { listings { ...G } } fragment G on Listing { ${inner} }`,
    ],
  ];
  const before = gateway.services.get('lending')?.seen.length;
  for (const [query, variables] of table) {
    const { status, body } = await ask(query, variables);
    assert.equal(body.errors[0].extensions.code, 'TOO_COMPLEX', query.slice(0, 60));
    assert.equal(status, 400);
  }
  assert.equal(gateway.services.get('lending')?.seen.length, before);
  const loans = 'escrows { id status disclosure { repays } domain { status } lender { name } }';
  const dashboard = `query($many: Int!) { self { name balance }
    domains(limit: $many) { domains { name status listing { id } appraisal { mid } } }
    borrowedEscrows(limit: $many) { ${loans} } lentEscrows(limit: $many) { ${loans} } }`;
  const shown = await ask(dashboard, { many: 100 });
  assert.equal(shown.status, 200, JSON.stringify(shown.body.errors));
});

test('a picture can be uploaded through GraphQL; anonymous bodies have 100 KB, documents less', async () => {
  const query = 'mutation ($pfp: String) { updateProfile(input: { pfp: $pfp }) { id } }';
  const pfp = `data:image/png;base64,${'A'.repeat(1024 * 1024)}`;
  const refused = await ask(query, { pfp });
  assert.equal(refused.body.errors[0].extensions.code, 'INVALID_INPUT', 'it reached identity');
  const sent = gateway.services.get('identity')?.seen.at(-1)?.items[0]?.variables;
  assert.ok(Object.values(sent ?? {}).includes(pfp));
  const visitor = await gateway.call('POST', '/graphql', { body: { query, variables: { pfp } } });
  const inline = await ask(`mutation { updateProfile(input: { pfp: "${pfp}" }) { id } }`);
  const huge = await ask(query, { pfp: pfp.repeat(2) });
  for (const { status, body } of [visitor, inline, huge]) {
    assert.equal(status, 413);
    assert.equal(body.errors[0].extensions.code, 'TOO_LARGE');
  }
});

test('a form from another page cannot run an operation', async () => {
  const plain = await gateway.call('GET', '/graphql?query={__typename}');
  assert.equal(plain.status, 400);
  const form = await gateway.call('POST', '/graphql', {
    body: '{"query":"{__typename}"}',
    headers: { 'content-type': 'text/plain' },
  });
  assert.equal(form.status, 415);
});

test('an error before execution has the accepted content type and all details', async (t) => {
  const small = await startTestGateway({ environment: { RATE_LIMIT_ADDRESS_PER_MINUTE: '2' } }, t);
  const accept = 'application/graphql-response+json, application/json;q=0.9';
  const refused = (server: TestGateway, query: string, more: { token?: string } = {}) =>
    server.call('POST', '/graphql', { body: { query }, headers: { accept }, ...more });
  const answers = [
    await refused(gateway, '{ nothing }'),
    await refused(gateway, '{ self { id } }', { token: 'forged' }),
    await refused(gateway, '{ listings { total } }'.padEnd(5_000)),
  ];
  while (answers.at(-1)?.status !== 429) {
    assert.ok(answers.length < 1_000, 'never too many');
    answers.push(await refused(small, '{ listings { total } }'));
  }
  const typeOf = ({ headers }: (typeof answers)[number]) => headers.get('content-type');
  for (const answer of answers) {
    assert.match(typeOf(answer) ?? '', /^application\/graphql-response\+json/);
  }
  assert.deepEqual(
    answers.slice(0, 3).map(({ status }) => status),
    [400, 401, 413],
  );
  assert.ok(answers.at(-1)?.body.errors[0].extensions.retryAfterSeconds >= 1);
  const plain = await gateway.call('POST', '/graphql', { body: { query: '{ nothing }' } });
  assert.match(typeOf(plain) ?? '', /^application\/json/);
});

test('a batch of operations in one request is rejected', async () => {
  const { status, body } = await gateway.call('POST', '/graphql', {
    body: '[{"query":"{__typename}"}]',
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(status, 400);
  assert.equal(body.errors[0].extensions.code, 'INVALID_INPUT');
});

test('introspection works if it is enabled, subscriptions included', async (t) => {
  const open = await startTestGateway({ environment: { GRAPHQL_INTROSPECTION: 'on' } }, t);
  const asked = (query: string) => open.call('POST', '/graphql', { body: { query } });
  const { body } = await asked('{ __schema { subscriptionType { fields { name } } } }');
  const names = body.data.__schema.subscriptionType.fields.map((one: { name: string }) => one.name);
  assert.deepEqual(names.sort(), Object.keys(sources).sort());
  const { body: outside } = await asked('{ __type(name: "_Entity") { name } }');
  assert.equal(outside.data.__type, null);
});

test('otherwise nothing reveals the schema, not even suggestions or the socket', async (t) => {
  const strict = await startTestGateway({}, t);
  for (const query of [
    '{ __schema { queryType { name } } }',
    '{ listings { total } ...F } fragment F on Query { ...{ a: __type(name: "User") { name } } }',
  ]) {
    const { status, body } = await strict.call('POST', '/graphql', { body: { query } });
    assert.deepEqual([status, body.errors[0].extensions.code], [400, 'INVALID_INPUT']);
    assert.equal(body.data, undefined);
  }
  const typo = await strict.call('POST', '/graphql', {
    body: { query: '{ listing(id: "1") { domainNam } }' },
  });
  assert.doesNotMatch(JSON.stringify(typo.body), /domainName/);
  const variable = await strict.call('POST', '/graphql', {
    body: {
      query: 'query($sort: ListingSort!) { listings(sort: $sort) { total } }',
      variables: { sort: 'NEWES' },
    },
  });
  assert.equal(variable.status, 400);
  assert.doesNotMatch(JSON.stringify(variable.body), /NEWEST/);
  const subscriber = connectSubscriber(strict.url, await strict.token());
  for (const live of [
    'subscription { escrowChange(escrowId: "1") { id } }',
    'subscription { notificationAdde(after: "1") { id } }',
    'subscription { notificationAdded { id } } query Q { __schema { queryType { name } } }',
  ]) {
    const { errors } = await subscriber.watch(live).ended;
    assert.equal(errors[0]?.extensions?.code, 'INVALID_INPUT');
    assert.doesNotMatch(JSON.stringify(errors), /escrowChanged|notificationAdded|queryType/);
  }
  await subscriber.dispose();
});

test('default values of variables reach the service', async () => {
  await gateway.call('GET', '/api/transactions', { token });
  const item = gateway.services.get('payments')?.seen.at(-1)?.items[0];
  assert.match(item?.query ?? '', /\$limit: ?Int! ?= ?5/);
});

test('a null condition is invalid input, reported before anything changes', async (t) => {
  let made = 0;
  const replies = { 'Mutation.makeOffer': () => ({ id: `offer-${++made}` }) };
  const server = await startTestGateway({ replies }, t);
  const offer =
    'makeOffer(domainId: "d", amount: 7, term: 1, rate: 1) { id status @include(if: $yes) }';
  for (const document of [
    `mutation($yes: Boolean = true) { ${offer} }`,
    'query($yes: Boolean = true) { self @skip(if: $yes) { id } }',
  ]) {
    const body = { query: document, variables: { yes: null } };
    const answer = await server.call('POST', '/graphql', { token: await server.token(), body });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.errors[0].extensions.code, 'INVALID_INPUT');
    assert.equal('data' in answer.body, false);
  }
  assert.equal(made, 0);
});
