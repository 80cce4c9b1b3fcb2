/** Changes that break clients of the released GraphQL or REST API are reported, and no others. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { buildSchema } from 'graphql';
import { openApiFile, supergraphFile } from '../compose.ts';
import type { PublicApi } from './released.ts';
import { findBreaks, readPublicApi, readReleased } from './released.ts';

let present: PublicApi;
before(async () => {
  const [sdl, rest] = [supergraphFile, openApiFile].map((file) => readFileSync(file, 'utf8'));
  present = await readPublicApi(String(sdl), String(rest));
});

test('the released API is not broken', () => {
  const released = readReleased();
  assert.ok(released, 'nothing is released: npm run supergraph -- release');
  const hint = 'undo the change, or release a new version: npm run supergraph -- release';
  assert.deepEqual(findBreaks(released, present), [], hint);
});

const graph = `
  type Query { loan(id: ID!): Loan }
  type Loan { id: ID!, term: Int!, status: Status! }
  enum Status { OPEN ENDED }
  type Mutation { end(input: EndInput!): Loan! }
  input EndInput { id: ID!, note: String }
  type Subscription { changed(id: ID!): Loan! }`;

/** The breaking changes after replacing `from` by `to` in the graph. */
function graphBreaks(from: string, to: string): string[] {
  assert.ok(graph.includes(from), from);
  const schema = buildSchema(graph);
  const changed = buildSchema(graph.replace(from, to));
  return findBreaks({ ...present, schema }, { ...present, schema: changed });
}

test('removed fields, values, types and arguments, and new requirements, break the graph', () => {
  const table: [string, string, RegExp][] = [
    [', term: Int!', '', /^GraphQL: Loan\.term was removed/m],
    ['OPEN ENDED', 'OPEN', /^GraphQL: ENDED was removed from enum type Status/m],
    ['term: Int!', 'term: String!', /Loan\.term changed type from Int! to String!/],
    ['term: Int!', 'term: Int', /Loan\.term changed type from Int! to Int/],
    ['loan(id: ID!)', 'loan(id: ID!, as: String!)', /required arg as on Query\.loan was added/i],
    ['changed(id: ID!)', 'changed(loan: ID!)', /Subscription\.changed arg id was removed/m],
    ['note: String', 'note: String!', /EndInput\.note changed type/],
    ['note: String', 'note: String, at: Int!', /required field at on input type EndInput/i],
  ];
  for (const [from, to, named] of table) assert.match(graphBreaks(from, to).join('\n'), named);
});

test('additional fields, values and optional arguments, and stricter results, break nothing', () => {
  assert.deepEqual(graphBreaks('term: Int!', 'term: Int!, more: Int'), []);
  assert.deepEqual(graphBreaks('OPEN ENDED', 'OPEN ENDED LOST'), []);
  assert.deepEqual(graphBreaks('loan(id: ID!)', 'loan(id: ID!, as: String)'), []);
  assert.deepEqual(graphBreaks('): Loan }', '): Loan! }'), []);
});

// biome-ignore lint/suspicious/noExplicitAny: the description is modified in many places
type Description = any;

function findRestBreaks(change: (rest: Description) => void): string[] {
  const rest = structuredClone(present.rest);
  change(rest);
  return findBreaks(present, { ...present, rest });
}

const listing = (rest: Description) => rest.paths['/listings'];
const bodyOf = (call: Description) => call.requestBody.content['application/json'].schema;
const answerOf = (rest: Description, call: Description, status = 200) => {
  const { schema } = call.responses[status].content['application/json'];
  return schema.$ref ? rest.components.schemas[schema.$ref.split('/').at(-1)] : schema;
};

test('removed paths, methods, fields, values and types, and new requirements, break REST', () => {
  const table: [(rest: Description) => void, RegExp][] = [
    [(rest) => delete rest.paths['/listings'], /^REST: GET \/listings was removed/m],
    [(rest) => delete listing(rest).post, /^REST: POST \/listings was removed/m],
    [
      (rest) => delete bodyOf(listing(rest).post).properties.domain_id,
      /POST \/listings: the body, domain_id was removed/,
    ],
    [
      (rest) => {
        const body = bodyOf(listing(rest).post);
        body.properties.more = { type: 'string' };
        body.required.push('more');
      },
      /POST \/listings: the body, more is required now/,
    ],
    [
      (rest) => {
        listing(rest).get.parameters = [];
      },
      /GET \/listings: the parameter page was removed/,
    ],
    [
      (rest) => {
        listing(rest).get.parameters.push({ name: 'q', in: 'query', required: true });
      },
      /GET \/listings: the parameter q is required now/,
    ],
    [
      (rest) => {
        const sort = listing(rest).get.parameters.find((one: Description) => one.name === 'sort');
        sort.schema.enum.pop();
      },
      /GET \/listings: the parameter sort has no \w+ any more/,
    ],
    [
      (rest) => {
        const limit = listing(rest).get.parameters.find((one: Description) => one.name === 'limit');
        limit.schema.maximum = 50;
      },
      /the parameter limit takes a maximum of 50 now/,
    ],
    [
      (rest) => delete answerOf(rest, listing(rest).get).properties.total,
      /GET \/listings: the answer, total was removed/,
    ],
    [
      (rest) => {
        answerOf(rest, listing(rest).get).properties.total.type = 'string';
      },
      /GET \/listings: the answer, total is string int32 now, not integer int32/,
    ],
    [
      (rest) => {
        answerOf(rest, listing(rest).get).properties.total.type = ['integer', 'null'];
      },
      /GET \/listings: the answer, total may be null now/,
    ],
    [
      (rest) => {
        const { responses } = listing(rest).post;
        responses[200] = responses[201];
        delete responses[201];
      },
      /POST \/listings does not answer 201 any more/,
    ],
    [
      (rest) => {
        listing(rest).get.security = listing(rest).post.security;
      },
      /GET \/listings needs an access token now/,
    ],
  ];
  for (const [change, named] of table) assert.match(findRestBreaks(change).join('\n'), named);
});

test('additional paths, optional fields and response fields break nothing', () => {
  const added = findRestBreaks((rest) => {
    rest.paths['/new'] = listing(rest);
    bodyOf(listing(rest).post).properties.more = { type: ['string', 'null'] };
    answerOf(rest, listing(rest).get).properties.more = { type: 'string' };
    listing(rest).get.parameters.push({ name: 'q', in: 'query', required: false, schema: {} });
  });
  assert.deepEqual(added, []);
});

test('renaming a path parameter breaks nothing', () => {
  const renamed = findRestBreaks((rest) => {
    const calls = rest.paths['/listings/{id}'];
    for (const call of Object.values<Description>(calls)) call.parameters[0].name = 'listing';
    delete rest.paths['/listings/{id}'];
    rest.paths['/listings/{listing}'] = calls;
  });
  assert.deepEqual(renamed, []);
});
