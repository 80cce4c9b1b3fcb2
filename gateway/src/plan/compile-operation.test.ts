/** Compiled plans return the same data, errors, codes and paths as the stock executor. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { randomDocument } from '@nameloan/service/testing/random-document.ts';
import type { Chance } from '@nameloan/service/testing/seeded.ts';
import { seeded } from '@nameloan/service/testing/seeded.ts';
import type { DocumentNode } from 'graphql';
import { getOperationAST, Kind, parse, separateOperations } from 'graphql';
import { subgraphSdl } from '../compose.ts';
import { loadCalls } from '../rest/load-calls.ts';
import { placeholderVariables } from '../graphql/placeholder-variables.ts';
import { readCommittedSupergraph } from '../supergraph.ts';
import { ExecutorComparison } from '../testing/compare-executors.ts';
import { generateGraph } from '../testing/generated-graph.ts';
import { compileOperation } from './compile-operation.ts';

/** Thousands of errors are created, and no test reads their stack traces. */
Error.stackTraceLimit = 0;

for (const { kind, count, asks, wrong } of [
  { kind: 'query', count: 1600, asks: 5, wrong: 40 },
  { kind: 'query', count: 400, asks: 5, wrong: 8 },
  { kind: 'mutation', count: 150, asks: 4, wrong: 20 },
] as const) {
  test(`${count} generated documents (${kind}), each run ${asks} times with one error in ${wrong} values, give the results of the stock executor`, async (t) => {
    const both = await ExecutorComparison.open(generateGraph(), wrong);
    t.after(both.stop);
    const seen = { withErrors: 0, data: 0, rejected: 0 };
    for (let seed = 1; seed <= count; seed++) {
      const made = randomDocument(both.supergraph.schema, seeded(seed + wrong * 100_000), kind);
      const document = parse(made.text);
      for (let ask = 0; ask < asks; ask++) {
        const variables = ask === 0 ? made.variables : turned(made.variables, seeded(seed + ask));
        const { own, stock } = await both.run({ document, variables, seed: `${seed} ${ask}` });
        // Invalid variables are reported before any executor runs.
        if (stock.includes('"Variable \\"$')) seen.rejected++;
        else assert.equal(own, stock, `${seed}, ${ask}: ${made.text} ${JSON.stringify(variables)}`);
        if (stock.includes('"errors":')) seen.withErrors++;
        if (stock.includes('{"data":{')) seen.data++;
      }
    }
    const whole = count * asks;
    assert.ok(seen.withErrors > whole / 20, `${seen.withErrors} of ${whole} had withErrors`);
    assert.ok(seen.data > whole / 3, `${seen.data} of ${whole} had data`);
    assert.ok(seen.rejected < whole / 20, `${seen.rejected} of ${whole} were rejected`);
  });
}

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

/** The same variables, with randomly inverted conditions. */
function turned(variables: Record<string, unknown>, { oneIn }: Chance): Record<string, unknown> {
  const turn = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    name.startsWith('when') ? oneIn(2) : value,
  ];
  return Object.fromEntries(Object.entries(variables).map(turn));
}

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
  const both = await ExecutorComparison.open({ sdl: readCommittedSupergraph(), schemas: parts }, 60);
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
