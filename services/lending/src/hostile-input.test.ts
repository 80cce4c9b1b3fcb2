/** Every GraphQL argument with hostile values: the response is data or an error code, never an internal error. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isErrorCode } from '@nameloan/contracts/errors';
import { escrows } from './escrow/escrow.model.ts';
import { listings } from './listing/listing.model.ts';
import { offers } from './offer/offer.model.ts';
import type { TestLending } from './testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  expectData,
  startLending,
} from './testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const hostile = [
  null,
  '',
  ' ',
  'x'.repeat(100_000),
  'a\u0000b',
  '\ud800',
  '../../etc/passwd',
  '{"$ne":null}',
  { $ne: null },
  { $gt: '' },
  [],
  [null],
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  'NaN',
];

interface Shape {
  kind: string;
  name: string | null;
  ofType: Shape | null;
}
interface Field {
  name: string;
  args: { name: string; type: Shape }[];
  type: Shape;
}

const typeShape = '{ kind name ofType { kind name ofType { kind name ofType { kind name } } } }';
const readSchema = `{
  __schema {
    queryType { fields { name type ${typeShape} args { name type ${typeShape} } } }
    mutationType { fields { name type ${typeShape} args { name type ${typeShape} } } }
  }
}`;

const spell = (type: Shape): string =>
  type.kind === 'NON_NULL'
    ? `${spell(type.ofType as Shape)}!`
    : type.kind === 'LIST'
      ? `[${spell(type.ofType as Shape)}]`
      : (type.name ?? '');
const bottom = (type: Shape): Shape => (type.ofType ? bottom(type.ofType) : type);

function operation(kind: 'query' | 'mutation', field: Field): string {
  const declared = field.args.map(({ name, type }) => `$${name}: ${spell(type)}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = bottom(field.type).kind === 'OBJECT' ? '{ __typename }' : '';
  const head = declared ? `${kind} (${declared})` : kind;
  return `${head} { ${field.name}${passed ? `(${passed})` : ''} ${selection} }`;
}

/** Root fields with arguments, without those of federation. */
async function fields() {
  const { __schema } = expectData(await service.as(null)(readSchema));
  const of = (kind: 'query' | 'mutation', type: { fields: Field[] }) =>
    type.fields
      .filter(({ name, args }) => !name.startsWith('_') && args.length > 0)
      .map((field) => ({ kind, field }));
  return [...of('query', __schema.queryType), ...of('mutation', __schema.mutationType)];
}

const plausible: Record<string, unknown> = {
  ID: 'no-such-id',
  String: 'text',
  Int: 1,
  Cents: 500,
  BasisPoints: 500,
  Boolean: true,
  CalendarDate: '2026-01-01',
  ListingSort: 'NEWEST',
  FinalizeOutcome: 'RETURN',
  ResolveOutcome: 'RETURN',
  ListingFilter: {},
  AddressInput: { address1: 'a', city: 'b', zip: 'c', country: 'd' },
};

test('any value in any argument gives data or an error code and changes nothing', async () => {
  const loan = await createAcceptedLoan(service);
  const callers = [
    service.as(await createAccount(service, 'Otto Other')),
    service.as(null),
    loan.borrower,
  ];
  const records = async () => [
    await escrows.findMany({}, { sort: { _id: 1 } }),
    await offers.findMany({}, { sort: { _id: 1 } }),
    await listings.findMany({}, { sort: { _id: 1 } }),
  ];
  await service.settle();
  const stored = await records();
  let tried = 0;
  for (const { kind, field } of await fields()) {
    const usual = Object.fromEntries(
      field.args.map(({ name, type }) => [name, plausible[bottom(type).name ?? '']]),
    );
    for (const { name } of field.args) {
      for (const value of hostile) {
        const variables = { ...usual, [name]: value };
        for (const call of callers) {
          const answer = await call(operation(kind, field), variables);
          tried += 1;
          if (answer.code === undefined) assert.equal(answer.message, undefined);
          else assert.ok(isErrorCode(answer.code) && answer.code !== 'INTERNAL', field.name);
        }
      }
    }
  }
  assert.ok(tried > 2_000, `${tried} tries`);
  assert.deepEqual(await records(), stored);
});

test('hostile filters find nothing or are rejected', async () => {
  const names = [
    'suffix',
    'text',
    'minAmount',
    'maxTerm',
    'minRate',
    'maxLength',
    'minValue',
    'maxLtv',
    'unknown',
  ];
  for (const name of names) {
    for (const value of hostile) {
      const answer = await service.as(null)(
        `query ($filter: ListingFilter) { listings(filter: $filter) { total } }`,
        { filter: { [name]: value } },
      );
      assert.ok(answer.code === undefined || answer.code === 'INVALID_INPUT', `${name} ${value}`);
    }
  }
});
