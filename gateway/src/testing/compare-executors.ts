/** One operation by two executors, ours over compiled plans and the stock one, on the same made-up answers. */

import { setImmediate as turn } from 'node:timers/promises';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { GraphQLError } from 'graphql';
import type { PlanAnswer, RunOperation } from '../plan/compile-operation.ts';
import { compileOperation } from '../plan/compile-operation.ts';
import type { Supergraph } from '../supergraph.ts';
import { loadSupergraph } from '../supergraph.ts';
import { MadeUpAnswers } from './generated-replies.ts';

export interface Asked {
  document: DocumentNode;
  variables: Record<string, unknown>;
  /** Other answers are made up for another seed. */
  seed: string;
}

/** Each answer comes in a turn of its own, in the order of the questions. */
async function inTurn<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  await turn();
  return answer;
}

/** An answer as text, keys in their order. A fault of the language itself is told by its kind. */
async function told(work: () => Promise<PlanAnswer> | PlanAnswer | undefined): Promise<string> {
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

export class BothExecutors {
  readonly supergraph: Supergraph;
  readonly #answers: MadeUpAnswers;
  readonly #runs = new WeakMap<DocumentNode, RunOperation>();

  private constructor(supergraph: Supergraph, answers: MadeUpAnswers) {
    this.supergraph = supergraph;
    this.#answers = answers;
  }

  /** `wrong`: something goes wrong once in so many times. */
  static async open(
    { sdl, parts }: { sdl: string; parts: Record<string, GraphQLSchema> },
    wrong: number,
  ): Promise<BothExecutors> {
    const answers = new MadeUpAnswers(parts, wrong);
    const supergraph = await loadSupergraph(sdl, (part) => ({
      process: ({ request: { query = '', variables } }) =>
        inTurn(answers.ask({ part, query, variables })) as never,
    }));
    return new BothExecutors(supergraph, answers);
  }

  stop = () => this.supergraph.stop();

  async run(asked: Asked): Promise<{ own: string; stock: string }> {
    this.#answers.turn(asked.seed);
    const stock = await told(() => this.#stock(asked));
    return { stock, own: await told(() => this.#own(asked)) };
  }

  #own({ document, variables }: Asked) {
    let run = this.#runs.get(document);
    if (!run) {
      run = compileOperation(this.supergraph.plan(document, undefined));
      this.#runs.set(document, run);
    }
    return run(variables, ({ part, query }, given) =>
      inTurn(this.#answers.ask({ part, query, variables: { ...given } })),
    );
  }

  async #stock({ document, variables }: Asked): Promise<PlanAnswer> {
    const { schema, executor } = this.supergraph;
    const operation = document.definitions.find((one) => one.kind === 'OperationDefinition');
    const source = document.loc?.source.body ?? JSON.stringify(document);
    const around = { schema, logger: console, metrics: {}, source, schemaHash: '', context: {} };
    const asked = { request: { variables }, document, operation, operationName: null };
    return (await executor({ ...around, ...asked, queryHash: source } as never)) as PlanAnswer;
  }
}
