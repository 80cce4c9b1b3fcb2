/** The graph's own ways in, hostile and long: each argument of each field, documents, headers, raw bodies. */

import { apiSchemaOf, readCommittedSupergraph } from '@nameloan/gateway/supergraph.ts';
import { connectSubscriber } from '@nameloan/gateway/testing/connect-subscriber.ts';
import type { GraphQLArgument, GraphQLField, GraphQLInputType } from 'graphql';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Scene } from './account-fixture.ts';
import type { Try } from './find-blocking-calls.ts';
import { sendTo } from './hostile-calls.ts';
import { hostileTexts } from './hostile-texts.ts';

type Field = GraphQLField<unknown, unknown>;

/** Of a body that may be 2 MB for who is signed in. */
const lengths = [4000, 600_000];
/** What REST does not try already at this length. */
const kinds = ['combining marks out of order', 'blanks inside', 'one letter', 'dots', 'brackets'];

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** An id of the owner's that this field may mean. */
function idFor({ name }: Field, ids: Record<string, string>): string | undefined {
  if (/contract/i.test(name)) return ids.contracts;
  if (/offer/i.test(name)) return ids.offers;
  if (/listing/i.test(name)) return ids.listings;
  if (/notification/i.test(name)) return ids.notifications;
  if (/session/i.test(name)) return ids.users;
  return /domain|transfer|nameserver/i.test(name) ? ids.domains : ids.escrow;
}

function goodValue(type: GraphQLInputType, field: Field, scene: Scene): unknown {
  if (isNonNullType(type)) return goodValue(type.ofType, field, scene);
  if (isListType(type)) return [goodValue(type.ofType, field, scene)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) return {};
  const good: Record<string, unknown> = {
    ID: idFor(field, scene.ids),
    Int: 1,
    Cents: 100,
    BasisPoints: 100,
    Boolean: true,
    CalendarDate: '2026-01-31',
  };
  return good[type.name] ?? 'some text that is long enough';
}

/** Where texts can stand in an argument. */
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
export async function hostileArguments(scene: Scene): Promise<Try[][]> {
  const schema = await apiSchemaOf(readCommittedSupergraph());
  const groups: Try[][] = [];
  for (const [kind, type] of [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const query = documentOf(kind, field);
      const good = Object.fromEntries(
        field.args.map((one) => [one.name, goodValue(one.type, field, scene)]),
      );
      for (const argument of field.args) {
        for (const [place, value] of places(argument)) {
          groups.push(
            kinds.flatMap((name) =>
              lengths.map((length) => ({
                what: `${kind} ${field.name} ${place}, ${name}, ${length}`,
                send: () => {
                  const text = hostileTexts[name]?.(length) ?? '';
                  const variables = { ...good, [argument.name]: value(text) };
                  return sendTo(scene.owner, '/graphql', post({ query, variables }));
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

/** Selections that are dear to check or to plan, as many as one document may hold; `{` opens an operation. */
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

/** Each a document that was never sent before. */
export function hostileDocuments({ owner }: Scene): Try[] {
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

/** Each header with what a header can hold. */
export function hostileHeaders({ owner }: Scene): Try[] {
  const texts = Object.entries(hostileTexts).filter(([, make]) => /^[ -~]+$/.test(make(100)));
  return headers.flatMap((header) =>
    texts.flatMap(([name, make]) =>
      paths.map((path) => ({
        what: `${header} of ${path}, ${name}`,
        send: () => {
          const given = { [header]: make(6000).trim() };
          const body = post({ query: '{ listings { total } }' }, given);
          return sendTo(owner, path, path === '/api/users/self' ? { headers: given } : body);
        },
      })),
    ),
  );
}

/** Bodies that are not JSON to us, and JSON that is nothing but form. */
export function hostileStreams({ owner }: Scene): Try[] {
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

/** What goes over the socket: its token, its documents and their variables, up to the largest message. */
export function hostileMessages({ owner }: Scene): Try[] {
  const query = 'subscription ($id: ID!) { escrowChanged(escrowId: $id) { status } }';
  const largest = 15_000;
  const watch = async (token: string | undefined, text: string, id: string) => {
    const subscriber = connectSubscriber(owner.baseUrl, token);
    const { ended } = subscriber.watch(text, { id });
    await Promise.race([ended.catch(() => undefined), subscriber.closed]);
    await subscriber.dispose();
  };
  return Object.entries(hostileTexts).flatMap(([name, make]) => {
    const text = make(largest);
    return [
      { what: `a socket’s token, ${name}`, send: () => watch(text, query, 'none') },
      { what: `a socket’s variable, ${name}`, send: () => watch(owner.token, query, text) },
      { what: `a socket’s document, ${name}`, send: () => watch(owner.token, text, 'none') },
    ];
  });
}
