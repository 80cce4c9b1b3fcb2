/** Runs operations with compiled plans and with the stock executor on the same generated responses, and compares the results. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { PlanResult, RunOperation } from '@nameloan/graphql-executor/plan/compile-operation';
import { compileOperation } from '@nameloan/graphql-executor/plan/compile-operation';
import { randomDocument } from '@nameloan/testkit/graphql/random-document';
import type { RandomSource } from '@nameloan/testkit/seeded';
import { seeded } from '@nameloan/testkit/seeded';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { GraphQLError, parse } from 'graphql';
import type { Supergraph } from '../supergraph.ts';
import { loadSupergraph } from '../supergraph.ts';
import { generateGraph } from './generated-graph.ts';
import { GeneratedReplies } from './generated-replies.ts';

export interface ComparedOperation {
  document: DocumentNode;
  variables: Record<string, unknown>;
  /** Determines the generated responses. */
  seed: string;
}

/** Delivers each response in its own event-loop turn, in the order of the requests. */
async function nextTurn<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  await turn();
  return answer;
}

/** Serializes a result with keys in order. JavaScript errors are represented by their class. */
async function serializeResult(
  work: () => Promise<PlanResult> | PlanResult | undefined,
): Promise<string> {
  const show = (one: unknown) => (one instanceof GraphQLError ? one : String(one).split(':')[0]);
  try {
    const answer = await work();
    if (!answer) return 'left to the stock executor';
    const { data, errors, extensions } = answer;
    return JSON.stringify({ data, errors: errors?.map(show), extensions });
  } catch {
    return 'rejected';
  }
}

export class ExecutorComparison {
  readonly supergraph: Supergraph;
  readonly #replies: GeneratedReplies;
  readonly #runs = new WeakMap<DocumentNode, RunOperation>();

  private constructor(supergraph: Supergraph, replies: GeneratedReplies) {
    this.supergraph = supergraph;
    this.#replies = replies;
  }

  /** `errorEvery`: one in this many responses contains an error. */
  static async open(
    { sdl, schemas }: { sdl: string; schemas: Record<string, GraphQLSchema> },
    errorEvery: number,
  ): Promise<ExecutorComparison> {
    const replies = new GeneratedReplies(schemas, errorEvery);
    const supergraph = await loadSupergraph(sdl, (service) => ({
      process: ({ request: { query = '', variables } }) =>
        nextTurn(replies.request({ service, query, variables })) as never,
    }));
    return new ExecutorComparison(supergraph, replies);
  }

  stop = () => this.supergraph.stop();

  async run(compared: ComparedOperation): Promise<{ own: string; stock: string }> {
    this.#replies.setSeed(compared.seed);
    const stock = await serializeResult(() => this.#stock(compared));
    return { stock, own: await serializeResult(() => this.#own(compared)) };
  }

  #own({ document, variables }: ComparedOperation) {
    let run = this.#runs.get(document);
    if (!run) {
      run = compileOperation(this.supergraph.plan(document, undefined));
      this.#runs.set(document, run);
    }
    return run(variables, ({ service, query }, given) =>
      nextTurn(this.#replies.request({ service, query, variables: { ...given } })),
    );
  }

  async #stock({ document, variables }: ComparedOperation): Promise<PlanResult> {
    const { schema, executor } = this.supergraph;
    const operation = document.definitions.find((one) => one.kind === 'OperationDefinition');
    const source = document.loc?.source.body ?? JSON.stringify(document);
    const around = { schema, logger: console, metrics: {}, source, schemaHash: '', context: {} };
    const compared = { request: { variables }, document, operation, operationName: null };
    return (await executor({ ...around, ...compared, queryHash: source } as never)) as PlanResult;
  }
}

interface Comparison {
  kind: 'query' | 'mutation';
  /** Number of documents. */
  count: number;
  /** Runs of each document, each with different variables. */
  runs: number;
  /** One in this many values of the subgraphs is wrong. */
  errorEvery: number;
}

export function testComparison({ kind, count, runs, errorEvery }: Comparison): void {
  test(`${count} generated documents (${kind}), each run ${runs} times, one in ${errorEvery} values wrong, return the results of the stock executor`, async (t) => {
    const executors = await ExecutorComparison.open(generateGraph(), errorEvery);
    t.after(executors.stop);
    const counts = { withErrors: 0, withData: 0, rejected: 0 };
    for (let seed = 1; seed <= count; seed++) {
      const random = randomDocument(
        executors.supergraph.schema,
        seeded(seed + errorEvery * 100_000),
        kind,
      );
      const document = parse(random.text);
      for (let run = 0; run < runs; run++) {
        const variables =
          run === 0 ? random.variables : flipConditions(random.variables, seeded(seed + run));
        const { own, stock } = await executors.run({ document, variables, seed: `${seed} ${run}` });
        // Wrong variables are rejected before any executor runs.
        if (stock.includes('"Variable \\"$')) counts.rejected++;
        else
          assert.equal(own, stock, `${seed}, ${run}: ${random.text} ${JSON.stringify(variables)}`);
        if (stock.includes('"errors":')) counts.withErrors++;
        if (stock.includes('{"data":{')) counts.withData++;
      }
    }
    const total = count * runs;
    assert.ok(counts.withErrors > total / 20, `${counts.withErrors} of ${total} had errors`);
    assert.ok(counts.withData > total / 3, `${counts.withData} of ${total} had data`);
    assert.ok(counts.rejected < total / 20, `${counts.rejected} of ${total} were rejected`);
  });
}

/** Flips variables of conditions at random. */
function flipConditions(
  variables: Record<string, unknown>,
  { oneIn }: RandomSource,
): Record<string, unknown> {
  const flip = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    name.startsWith('when') ? oneIn(2) : value,
  ];
  return Object.fromEntries(Object.entries(variables).map(flip));
}
