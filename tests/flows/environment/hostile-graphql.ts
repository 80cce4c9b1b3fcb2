/** Hostile, long inputs of GraphQL: arguments of every field, documents, headers, raw bodies, socket messages. */

import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import { apiSchemaOf, readCommittedSupergraph } from '@nameloan/gateway/supergraph';
import type { GraphQLArgument, GraphQLField, GraphQLInputType } from 'graphql';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { AccountFixture } from './account-fixture.ts';
import type { HostileCall } from './find-blocking-calls.ts';
import { sendTo } from './hostile-calls.ts';
import { hostileTexts } from './hostile-texts.ts';

type Field = GraphQLField<unknown, unknown>;

/** A body may have up to 2 MB for signed-in users. */
const lengths = [4000, 600_000];
/** Strings that the REST calls do not already send at this length. */
const kinds = ['combining marks out of order', 'blanks inside', 'one letter', 'dots', 'brackets'];

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The owner's id that this field probably expects. */
function idFor({ name }: Field, ids: Record<string, string>): string | undefined {
  if (/contract/i.test(name)) return ids.contracts;
  if (/offer/i.test(name)) return ids.offers;
  if (/listing/i.test(name)) return ids.listings;
  if (/notification/i.test(name)) return ids.notifications;
  if (/session/i.test(name)) return ids.users;
  return /domain|transfer|nameserver/i.test(name) ? ids.domains : ids.escrow;
}

function validValue(type: GraphQLInputType, field: Field, fixture: AccountFixture): unknown {
  if (isNonNullType(type)) return validValue(type.ofType, field, fixture);
  if (isListType(type)) return [validValue(type.ofType, field, fixture)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) return {};
  const valid: Record<string, unknown> = {
    ID: idFor(field, fixture.ids),
    Int: 1,
    Cents: 100,
    BasisPoints: 100,
    Boolean: true,
    CalendarDate: '2026-01-31',
  };
  return valid[type.name] ?? 'some text that is long enough';
}

/** Positions of a string in an argument. */
function places({ name, type }: GraphQLArgument): [string, (text: string) => unknown][] {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare))
    return [
      [name, (text) => [text]],
      [`${name}, many`, (text) => Array.from({ length: text.length / 4 }, () => 'a')],
      [`${name}, many of another type`, (text) => Array.from({ length: text.length / 2 }, () => 1)],
    ];
  if (!isInputObjectType(bare)) return [[name, (text) => text]];
  return Object.keys(bare.getFields()).map((key) => [
    `${name}.${key}`,
    (text) => ({ [key]: text }),
  ]);
}

function documentOf(kind: string, field: Field): string {
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isObjectType(getNamedType(field.type)) ? '{ __typename }' : '';
  return `${kind} (${declared}) { ${field.name}(${passed}) ${selection} }`;
}

/** One group for each argument of each query and mutation. */
export async function hostileArguments(fixture: AccountFixture): Promise<HostileCall[][]> {
  const schema = await apiSchemaOf(readCommittedSupergraph());
  const groups: HostileCall[][] = [];
  for (const [kind, type] of [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const query = documentOf(kind, field);
      const valid = Object.fromEntries(
        field.args.map((one) => [one.name, validValue(one.type, field, fixture)]),
      );
      for (const argument of field.args) {
        for (const [place, value] of places(argument)) {
          groups.push(
            kinds.flatMap((name) =>
              lengths.map((length) => ({
                what: `${kind} ${field.name} ${place}, ${name}, ${length}`,
                send: () => {
                  const text = hostileTexts[name]?.(length) ?? '';
                  const variables = { ...valid, [argument.name]: value(text) };
                  return sendTo(fixture.owner, '/graphql', post({ query, variables }));
                },
              })),
            ),
          );
        }
      }
    }
  }
  return groups;
}

const times = (count: number, piece: string | ((at: number) => string)) =>
  Array.from({ length: count }, (_, at) => (typeof piece === 'string' ? piece : piece(at))).join(
    ' ',
  );
const hop = 'domain { name listed listing { estimatedValue domain { name offers } } }';

/** Documents that are expensive to validate or plan, as large as allowed; `{` opens an operation. */
const documents: Record<string, string> = {
  'one field a thousand times': `{ self { ${times(1150, 'id')} } }`,
  'one object many times': `{ ${times(290, 'self { id }')} }`,
  'one object as often as allowed': `{ ${times(80, 'self { id name email }')} }`,
  'names that are nearly right': `{ ${times(1150, 'listingz')} }`,
  'arguments that are none': `{ listings(${times(380, (at) => `pag${at}: 1`)}) { total } }`,
  'nests of nothing': `{ ${'... { '.repeat(380)} __typename ${'}'.repeat(380)} }`,
  'one fragment over and over': `{ ${times(500, '...F')} } fragment F on Query { self { id name } }`,
  'fragments in each other': `{ ...F0 } ${times(70, (at) => `fragment F${at} on Query { ...F${at + 1} self { id } }`)} fragment F70 on Query { __typename }`,
  'fragments at odds': `{ ${times(20, (at) => `...F${at}`)} } ${times(20, (at) => `fragment F${at} on Query { self { ${times(30, 'id')} } }`)}`,
  'lists in lists': `mutation { setNameservers(id: "x", nameservers: ${'['.repeat(500)}${']'.repeat(500)}) { id } }`,
  'hops between services': `{ ${times(9, (at) => `a${at}: listing(id: "x") { ${hop} }`)} }`,
  'hops under many names': `{ listing(id: "x") { ${times(9, (at) => `a${at}: ${hop}`)} } }`,
  'many small hops': `{ ${times(26, (at) => `a${at}: listing(id: "x") { domain { name appraisal { mid } } }`)} }`,
  conditions: `query ($a: Boolean!) { listing(id: "x") { ${times(10, `domain @include(if: $a) { name listing @skip(if: $a) { estimatedValue } }`)} } }`,
  'a comment': `{ listings { total } } #${'\u0301\u0327'.repeat(7000)}`,
};

let sent = 0;

/** Makes each document unique, so that no cache has it. */
export function hostileDocuments({ owner }: AccountFixture): HostileCall[] {
  return Object.entries(documents).map(([what, text]) => ({
    what,
    send: () => {
      const query = `${text.replace('{', `{ q${sent++}: __typename `)}`;
      const named = /^\s*\{/.test(query) ? `query ${query}` : query;
      return sendTo(owner, '/graphql', post({ query: named, variables: { a: true } }));
    },
  }));
}

const headers = [
  'x-access-token',
  'authorization',
  'x-request-id',
  'x-forwarded-for',
  'user-agent',
  'accept',
  'content-type',
  'cookie',
  'origin',
  'traceparent',
  'if-none-match',
  'stripe-signature',
  'x-nowpayments-sig',
];
const paths = ['/graphql', '/api/users/self', '/api/webhooks/stripe', '/api/webhooks/nowpayments'];

/** Each header with every text that a header can contain. */
export function hostileHeaders({ owner }: AccountFixture): HostileCall[] {
  const texts = Object.entries(hostileTexts).filter(([, make]) => /^[ -~]+$/.test(make(100)));
  return headers.flatMap((header) =>
    texts.flatMap(([name, make]) =>
      paths.map((path) => ({
        what: `${header} of ${path}, ${name}`,
        send: () => {
          const extraHeaders = { [header]: make(6000).trim() };
          const body = post({ query: '{ listings { total } }' }, extraHeaders);
          return sendTo(owner, path, path === '/api/users/self' ? { headers: extraHeaders } : body);
        },
      })),
    ),
  );
}

/** Bodies that are not JSON, and JSON without content. */
export function hostileStreams({ owner }: AccountFixture): HostileCall[] {
  const pdfs = ['%PDF-', '<<', '/ByteRange [', '(', '1 0 obj ', ' ', '\u0301'];
  const json = { 'content-type': 'application/json' };
  const forms = ['{"a":', '[', '"\\u0301', '{"":', '1', '\\', ' ', '{"a":1},'];
  const send = (path: string, body: string, type: Record<string, string>) => () =>
    sendTo(owner, path, { method: 'POST', headers: type, body });
  return [
    ...pdfs.map((piece) => ({
      what: `a PDF of ${piece}`,
      send: send(
        '/api/contracts/verify',
        `%PDF-1.7\n${piece.repeat(9_000_000 / Buffer.byteLength(piece))}`,
        { 'content-type': 'application/pdf' },
      ),
    })),
    ...forms.flatMap((piece) =>
      ['/api/users/profile', '/graphql', '/api/webhooks/stripe'].map((path) => ({
        what: `${path}, JSON of ${piece}`,
        send: send(path, piece.repeat(95_000 / piece.length), json),
      })),
    ),
  ];
}

/** Socket messages: token, documents and variables, up to the largest size. */
export function hostileMessages({ owner }: AccountFixture): HostileCall[] {
  const query = 'subscription ($id: ID!) { escrowChanged(escrowId: $id) { status } }';
  const maxLength = 15_000;
  const watch = async (token: string | undefined, text: string, id: string) => {
    const subscriber = connectSubscriber(owner.baseUrl, token);
    const { ended } = subscriber.watch(text, { id });
    await Promise.race([ended.catch(() => undefined), subscriber.closed]);
    await subscriber.dispose();
  };
  return Object.entries(hostileTexts).flatMap(([name, make]) => {
    const text = make(maxLength);
    return [
      { what: `a socket’s token, ${name}`, send: () => watch(text, query, 'none') },
      { what: `a socket’s variable, ${name}`, send: () => watch(owner.token, query, text) },
      { what: `a socket’s document, ${name}`, send: () => watch(owner.token, text, 'none') },
    ];
  });
}
