/** Fetches from one subgraph: in this process where it runs here, else over HTTP in batches of one turn. */

import { setTimeout as pause } from 'node:timers/promises';
import type { GraphQLDataSource, GraphQLDataSourceProcessOptions } from '@apollo/gateway';
import { actorHeader } from '@nameloan/contracts/actor.ts';
import type {
  GraphqlRequest,
  GraphqlResponse,
  LocalService,
  RunPreparedRequest,
} from '@nameloan/service/local-services.ts';
import { findLocalService } from '@nameloan/service/local-services.ts';
import type { Log } from '@nameloan/service/log.ts';
import { isTracing, traced, traceparent } from '@nameloan/service/trace.ts';
import { GraphQLError } from 'graphql';
import { Pool } from 'undici';
import { unavailableError } from '../api-error.ts';
import type { PlannedFetch } from '../plan/plan-types.ts';
import { Deadlines } from './deadlines.ts';
import type { ExecuteContext } from './execute.ts';

export const maxBatch = 25;
/** A service takes 4 MB; whoever asks for much at once must not have it all refused. */
const maxBatchLength = 1024 * 1024;
const connections = 32;
/** A service that cannot even be connected to is told from a slow one quickly. */
const connectTimeoutMs = 2000;
/** By then whoever spreads connections over replicas knows of the one that has gone. */
const againAfterMs = 100;

const deadlines = new Deadlines();

interface Waiting {
  /** The request as JSON. */
  text: string;
  deadlineMs: number;
  resolve(response: GraphqlResponse): void;
  reject(error: unknown): void;
}

interface Fetch {
  planned: PlannedFetch;
  variables: Readonly<Record<string, unknown>>;
  traceparent?: string | undefined;
}

interface Sending {
  deadlineMs: number;
  mutation?: boolean;
}

type Options = GraphQLDataSourceProcessOptions<ExecuteContext>;
type Answer = Awaited<ReturnType<GraphQLDataSource<ExecuteContext>['process']>>;

/** The error that a caller gets for a service that is down or too slow: UNAVAILABLE, with the part's name. */
function unavailableError(part: string): GraphQLError {
  const { message, code, retryAfterSeconds } = unavailableError();
  return new GraphQLError(message, { extensions: { code, retryAfterSeconds, part } });
}

/**
 * Fetches of one turn of the event loop and one actor travel as one JSON array, at most 25 and a megabyte in each.
 * Mutations travel alone: a batch answers with its slowest member.
 */
export class SubgraphSource implements GraphQLDataSource<ExecuteContext> {
  readonly #name: string;
  readonly #url: string;
  readonly #log: Log;
  #pool: Pool | undefined;
  #path = '';
  /** By what a plan fetches, as the part in this process has prepared it. */
  readonly #prepared = new WeakMap<PlannedFetch, { part: LocalService; run: RunPreparedRequest }>();
  readonly #queues = new Map<string, Waiting[]>();
  #flushing = false;

  constructor({ name, url, log }: { name: string; url: string; log: Log }) {
    this.#name = name;
    this.#url = url;
    this.#log = log;
  }

  /** For the stock executor, which tells its fetches by their text alone. */
  async process(options: Options): Promise<Answer> {
    const { query = '', operationName, variables = {} } = options.request;
    const context = options.context as ExecuteContext;
    if (context.planOnly) return { data: null };
    const mutation = query.startsWith('mutation');
    const planned = { part: this.#name, query, operationName, mutation };
    return (await this.fetch(planned, variables, context)) as Answer;
  }

  /** Rejects with UNAVAILABLE where the service does not answer. */
  async fetch(
    planned: PlannedFetch,
    variables: Fetch['variables'],
    context: ExecuteContext,
  ): Promise<GraphqlResponse> {
    try {
      const answer = isTracing()
        ? await traced(`fetch ${this.#name}`, { kind: 'client' }, () =>
            this.#fetch({ planned, variables, traceparent: traceparent() }, context),
          )
        : await this.#fetch({ planned, variables }, context);
      if (!isResponse(answer)) throw new Error('it answered no GraphQL response');
      return answer;
    } catch (error) {
      this.#log.warn({ err: error, subgraph: this.#name }, 'a subgraph did not answer');
      throw unavailableError(this.#name);
    }
  }

  #fetch(fetch: Fetch, context: ExecuteContext): Promise<GraphqlResponse> {
    const { planned, variables, traceparent } = fetch;
    const { deadlineMs, caller } = context;
    const part = findLocalService(this.#name);
    if (part) {
      const run = this.#preparedBy(part, planned);
      // Nothing begins for someone who has been told that it failed.
      if (deadlineMs <= Date.now()) throw new Error('the deadline has passed');
      return deadlines.before(deadlineMs, run({ variables, actor: caller.actor, traceparent }));
    }
    return this.#travel(fetch, context);
  }

  #preparedBy(part: LocalService, planned: PlannedFetch): RunPreparedRequest {
    const known = this.#prepared.get(planned);
    if (known?.part === part) return known.run;
    const run = part.prepare(planned);
    this.#prepared.set(planned, { part, run });
    return run;
  }

  #travel({ planned, variables, traceparent }: Fetch, context: ExecuteContext) {
    const { query, operationName, mutation } = planned;
    const { deadlineMs, caller } = context;
    const token = mutation ? caller.token : caller.readToken;
    const body: GraphqlRequest = { query, variables };
    if (operationName) body.operationName = operationName;
    if (traceparent) body.extensions = { traceparent };
    if (mutation)
      return this.#post(JSON.stringify(body), token, { deadlineMs, mutation }).then((text) =>
        JSON.parse(text),
      );
    const extensions = { ...body.extensions, requestId: caller.actor.requestId };
    const text = JSON.stringify({ ...body, extensions });
    return new Promise<GraphqlResponse>((resolve, reject) => {
      const waiting = { text, deadlineMs, resolve, reject };
      const queue = this.#queues.get(token);
      if (queue) queue.push(waiting);
      else this.#queues.set(token, [waiting]);
      if (this.#flushing) return;
      this.#flushing = true;
      setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    this.#flushing = false;
    for (const [token, queue] of this.#queues) {
      for (const batch of batchesOf(queue)) void this.#send(batch, token);
    }
    this.#queues.clear();
  }

  async #send(batch: Waiting[], token: string): Promise<void> {
    const deadlineMs = Math.max(...batch.map((one) => one.deadlineMs));
    const texts = batch.map((one) => one.text).join(',');
    const body = batch.length === 1 ? texts : `[${texts}]`;
    try {
      const parsed: unknown = JSON.parse(await this.#post(body, token, { deadlineMs }));
      const answers = Array.isArray(parsed) ? parsed : [parsed];
      if (answers.length !== batch.length) throw new Error('the batch came back with gaps');
      batch.forEach((one, index) => {
        one.resolve(answers[index] as GraphqlResponse);
      });
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }

  /** Once more where a replica has just gone: what it surely never got, and any read. */
  async #post(body: string, token: string, given: Sending): Promise<string> {
    try {
      return await this.#ask(body, token, given);
    } catch (error) {
      if (!(neverArrived(error) || (!given.mutation && wasCut(error)))) throw error;
      await pause(againAfterMs);
      return this.#ask(body, token, given);
    }
  }

  async #ask(body: string, token: string, { deadlineMs }: Sending): Promise<string> {
    const leftMs = deadlineMs - Date.now();
    if (leftMs <= 0) throw new Error('the deadline has passed');
    const pool = this.#open();
    const response = await pool.request({
      method: 'POST',
      path: this.#path,
      headers: { 'content-type': 'application/json', [actorHeader]: token },
      body,
      signal: AbortSignal.timeout(leftMs),
    });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`it answered ${response.statusCode}`);
    return text;
  }

  #open(): Pool {
    if (!this.#pool) {
      const url = new URL(this.#url);
      this.#path = `${url.pathname.replace(/\/+$/, '')}/graphql`;
      this.#pool = new Pool(url.origin, { connections, connectTimeout: connectTimeoutMs });
    }
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);

const noConnection = ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Nobody took the connection, so nobody has seen a byte of it: a port that is shut, or a machine that is gone. */
const neverArrived = (error: unknown) => noConnection.includes(codeOf(error));

/** A connection that ended before its answer: a replica that stopped or was killed. */
const wasCut = (error: unknown) =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));

/** The queue in its order, cut where the next one would make a batch too many or too long. */
function batchesOf(queue: readonly Waiting[]): Waiting[][] {
  const batches: Waiting[][] = [];
  let length = 0;
  for (const one of queue) {
    const last = batches.at(-1);
    length += one.text.length;
    if (last && last.length < maxBatch && length <= maxBatchLength) last.push(one);
    else {
      batches.push([one]);
      length = one.text.length;
    }
  }
  return batches;
}

function isResponse(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return 'data' in value || 'errors' in value;
}
