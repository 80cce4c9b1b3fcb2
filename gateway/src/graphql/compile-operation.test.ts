/** Compiled plans return the same data, errors, codes and paths as the stock executor. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { serviceNames } from '@nameloan/contracts/platform';
import { compileOperation } from '@nameloan/graphql-executor/plan/compile-operation';
import { randomDocument } from '@nameloan/testkit/graphql/random-document';
import { seeded } from '@nameloan/testkit/seeded';
import type { DocumentNode } from 'graphql';
import { getOperationAST, Kind, parse, separateOperations } from 'graphql';
import { subgraphSdl } from '../compose.ts';
import { loadCalls } from '../rest/load-calls.ts';
import { readCommittedSupergraph } from '../supergraph.ts';
import { ExecutorComparison, testComparison } from '../testing/compare-executors.ts';
import { generateGraph } from '../testing/generated-graph.ts';
import { placeholderVariables } from './placeholder-variables.ts';

// Stack traces of generated errors are slow and unused.
Error.stackTraceLimit = 0;

// A sample of compile-operation.heavy.test.ts.
testComparison({ kind: 'query', count: 30, runs: 3, errorEvery: 15 });
testComparison({ kind: 'query', count: 16, runs: 3, errorEvery: 8 });
testComparison({ kind: 'mutation', count: 60, runs: 2, errorEvery: 20 });

test('a root with an invalid type name gives the result of the stock executor, null before the error', async (t) => {
  const both = await ExecutorComparison.open(generateGraph(), 12);
  t.after(both.stop);
  // Found by chance: a non-null field is null, and a fragment follows it.
  const made = randomDocument(both.supergraph.schema, seeded(14_334_041), 'query');
  const asked = { document: parse(made.text), variables: made.variables, seed: '717 0' };
  const { own, stock } = await both.run(asked);
  assert.match(stock, /^\{"data":null/);
  assert.equal(own, stock);
});

const web = join(import.meta.dirname, '../../../web/src');

/** Each query and mutation of the web app, with its fragments. */
function webDocuments(): DocumentNode[] {
  const texts = globSync('**/*.graphql', { cwd: web }).map((file) =>
    readFileSync(join(web, file), 'utf8'),
  );
  return Object.values(separateOperations(parse(texts.join('\n')))).filter(
    (document) => getOperationAST(document)?.operation !== 'subscription',
  );
}

test('every REST operation and every document of the web app give the results of the stock executor', async (t) => {
  const parts = Object.fromEntries(
    serviceNames.map((name) => [name, buildSubgraphSchema({ typeDefs: parse(subgraphSdl(name)) })]),
  );
  const both = await ExecutorComparison.open(
    { sdl: readCommittedSupergraph(), schemas: parts },
    60,
  );
  t.after(both.stop);
  const { schema } = both.supergraph;
  const stored = loadCalls(schema).flatMap(({ operations }) => [...operations.values()]);
  const documents = new Set([...stored.map(({ document }) => document), ...webDocuments()]);
  assert.ok(documents.size > 100, `${documents.size} documents`);
  for (const document of documents) {
    const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
    assert.ok(operation);
    const variables = placeholderVariables(schema, operation);
    for (let ask = 0; ask < 4; ask++) {
      const { own, stock } = await both.run({ document, variables, seed: String(ask) });
      assert.equal(own, stock, `${operation.name?.value}, ${ask}`);
    }
  }
});

test('introspection is left to the stock executor, and a null condition is not executed', async (t) => {
  const both = await ExecutorComparison.open(generateGraph(), 1000);
  t.after(both.stop);
  const { plan } = both.supergraph;
  const about = parse('{ __type(name: "User") { name } reader { id } }');
  assert.throws(() => compileOperation(plan(about, undefined)), /__type/);
  const document = parse('query($yes: Boolean = true) { reader @skip(if: $yes) { id } }');
  const run = compileOperation(plan(document, undefined));
  const send = () => assert.fail('nothing is to be fetched');
  assert.equal(run({ yes: null }, send), undefined);
  assert.deepEqual(await run({}, send), { data: {} });
});
