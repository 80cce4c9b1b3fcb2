/** Runs an operation with compiled plans and with the stock executor on the same generated responses. */

import { setImmediate as turn } from 'node:timers/promises';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { GraphQLError } from 'graphql';
import type { PlanResult, RunOperation } from '../plan/compile-operation.ts';
import { compileOperation } from '../plan/compile-operation.ts';
import type { Supergraph } from '../supergraph.ts';
import { loadSupergraph } from '../supergraph.ts';
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
async function serializeResult(work: () => Promise<PlanResult> | PlanResult | undefined): Promise<string> {
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
