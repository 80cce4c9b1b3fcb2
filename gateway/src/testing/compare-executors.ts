/** Random documents, each answered by a compiled plan and by the stock executor: the answers must be the same text. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomDocument } from '@nameloan/service/testing/random-document.ts';
import type { Chance } from '@nameloan/service/testing/seeded.ts';
import { seeded } from '@nameloan/service/testing/seeded.ts';
import { parse } from 'graphql';
import { BothExecutors } from './both-executors.ts';
import { makeGraph } from './made-up-graph.ts';

export interface Comparison {
  kind: 'query' | 'mutation';
  /** How many documents. */
  count: number;
  /** How often each runs, with other variables. */
  runs: number;
  /** One in so many values of the subgraphs is wrong. */
  wrong: number;
}

export function testComparison({ kind, count, runs, wrong }: Comparison): void {
  test(`${count} generated documents (${kind}), each run ${runs} times, one in ${wrong} values wrong, are answered as by the stock executor`, async (t) => {
    const both = await BothExecutors.open(makeGraph(), wrong);
    t.after(both.stop);
    const counts = { faulty: 0, withData: 0, rejected: 0 };
    for (let seed = 1; seed <= count; seed++) {
      const made = randomDocument(both.supergraph.schema, seeded(seed + wrong * 100_000), kind);
      const document = parse(made.text);
      for (let run = 0; run < runs; run++) {
        const variables =
          run === 0 ? made.variables : flipConditions(made.variables, seeded(seed + run));
        const { own, stock } = await both.run({ document, variables, seed: `${seed} ${run}` });
        // Wrong variables are rejected before any executor runs.
        if (stock.includes('"Variable \\"$')) counts.rejected++;
        else assert.equal(own, stock, `${seed}, ${run}: ${made.text} ${JSON.stringify(variables)}`);
        if (stock.includes('"errors":')) counts.faulty++;
        if (stock.includes('{"data":{')) counts.withData++;
      }
    }
    const total = count * runs;
    assert.ok(counts.faulty > total / 20, `${counts.faulty} of ${total} had errors`);
    assert.ok(counts.withData > total / 3, `${counts.withData} of ${total} had data`);
    assert.ok(counts.rejected < total / 20, `${counts.rejected} of ${total} were rejected`);
  });
}

/** The same variables, those of conditions flipped at random. */
function flipConditions(
  variables: Record<string, unknown>,
  { oneIn }: Chance,
): Record<string, unknown> {
  const flip = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    name.startsWith('when') ? oneIn(2) : value,
  ];
  return Object.fromEntries(Object.entries(variables).map(flip));
}
