/** Fetches from one subgraph: directly if it runs in this process, else over HTTP in batches per event-loop turn. */

import { setTimeout as pause } from 'node:timers/promises';
import type { GraphQLDataSource, GraphQLDataSourceProcessOptions } from '@apollo/gateway';
import { actorHeader } from '@nameloan/contracts/actor';
import type {
  GraphqlRequest,
  GraphqlResponse,
  LocalService,
  RunPreparedRequest,
} from '@nameloan/graphql-executor/local-services';
import { findLocalService } from '@nameloan/graphql-executor/local-services';
import type { PlannedFetch } from '@nameloan/graphql-executor/plan/plan-types';
import type { Log } from '@nameloan/runtime/log';
import { isTracing, traced, traceparent } from '@nameloan/runtime/trace';
import { GraphQLError } from 'graphql';
import { Pool } from 'undici';
import { unavailableError } from '../api-error.ts';
import { Deadlines } from './deadlines.ts';
import type { ExecuteContext } from './execute.ts';

export const maxBatch = 25;
/** A service accepts 4 MB; smaller batches keep one large read from failing as a whole. */
const maxBatchLength = 1024 * 1024;
const connections = 32;
/** Detects an unreachable service well before the deadline of a slow one. */
const connectTimeoutMs = 2000;
/** Gives the load balancer time to drop a replica that has gone. */
const retryDelayMs = 100;

const deadlines = new Deadlines();

interface QueuedFetch {
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

interface SendOptions {
  deadlineMs: number;
  mutation?: boolean;
}

type Options = GraphQLDataSourceProcessOptions<ExecuteContext>;
type Answer = Awaited<ReturnType<GraphQLDataSource<ExecuteContext>['process']>>;

/** UNAVAILABLE with the name of the service that is down or too slow. */
function serviceUnavailableError(service: string): GraphQLError {
  const { message, code, retryAfterSeconds } = unavailableError();
  return new GraphQLError(message, { extensions: { code, retryAfterSeconds, service } });
}

/**
 * Sends the fetches of one actor and one event-loop turn as a JSON array of at most 25 items and 1 MB.
 * Mutations are sent alone, because a batch is as slow as its slowest member.
 */
export class SubgraphSource implements GraphQLDataSource<ExecuteContext> {
  readonly #name: string;
  readonly #url: string;
  readonly #log: Log;
  #pool: Pool | undefined;
  #path = '';
  /** Requests prepared by the service in this process, by planned fetch. */
  readonly #prepared = new WeakMap<
    PlannedFetch,
    { service: LocalService; run: RunPreparedRequest }
  >();
  readonly #queues = new Map<string, QueuedFetch[]>();
  #flushing = false;

  constructor({ name, url, log }: { name: string; url: string; log: Log }) {
    this.#name = name;
    this.#url = url;
    this.#log = log;
  }

  /** Entry point of the stock executor, which knows its fetches only by their text. */
  async process(options: Options): Promise<Answer> {
    const { query = '', operationName, variables = {} } = options.request;
    const context = options.context as ExecuteContext;
    if (context.planOnly) return { data: null };
    const mutation = query.startsWith('mutation');
    const planned = { service: this.#name, query, operationName, mutation };
    return (await this.fetch(planned, variables, context)) as Answer;
  }

  /** Rejects with UNAVAILABLE if the service does not respond. */
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
      if (!isResponse(answer)) throw new Error('the response is not a GraphQL response');
      return answer;
    } catch (error) {
      this.#log.warn({ err: error, subgraph: this.#name }, 'subgraph did not respond');
      throw serviceUnavailableError(this.#name);
    }
  }

  #fetch(fetch: Fetch, context: ExecuteContext): Promise<GraphqlResponse> {
    const { planned, variables, traceparent } = fetch;
    const { deadlineMs, caller } = context;
    const service = findLocalService(this.#name);
    if (service) {
      const run = this.#prepare(service, planned);
      // Start no work for a caller who already received the timeout.
      if (deadlineMs <= Date.now()) throw new Error('the deadline has passed');
      return deadlines.before(deadlineMs, run({ variables, actor: caller.actor, traceparent }));
    }
    return this.#sendRemote(fetch, context);
  }

  #prepare(service: LocalService, planned: PlannedFetch): RunPreparedRequest {
    const known = this.#prepared.get(planned);
    if (known?.service === service) return known.run;
    const run = service.prepare(planned);
    this.#prepared.set(planned, { service, run });
    return run;
  }

  #sendRemote({ planned, variables, traceparent }: Fetch, context: ExecuteContext) {
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
      for (const batch of splitIntoBatches(queue)) void this.#send(batch, token);
    }
    this.#queues.clear();
  }

  async #send(batch: QueuedFetch[], token: string): Promise<void> {
    const deadlineMs = Math.max(...batch.map((one) => one.deadlineMs));
    const texts = batch.map((one) => one.text).join(',');
    const body = batch.length === 1 ? texts : `[${texts}]`;
    try {
      const parsed: unknown = JSON.parse(await this.#post(body, token, { deadlineMs }));
      const answers = Array.isArray(parsed) ? parsed : [parsed];
      if (answers.length !== batch.length) throw new Error('the batch response is incomplete');
      batch.forEach((one, index) => {
        one.resolve(answers[index] as GraphqlResponse);
      });
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }

  /** Retries once if a replica has just gone: requests that never arrived, and any read. */
  async #post(body: string, token: string, given: SendOptions): Promise<string> {
    try {
      return await this.#request(body, token, given);
    } catch (error) {
      if (!(isConnectFailure(error) || (!given.mutation && isConnectionReset(error)))) throw error;
      await pause(retryDelayMs);
      return this.#request(body, token, given);
    }
  }

  async #request(body: string, token: string, { deadlineMs }: SendOptions): Promise<string> {
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
    if (response.statusCode !== 200)
      throw new Error(`the service responded ${response.statusCode}`);
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

/** No connection was accepted, so the request was not delivered: a closed port, or a machine that is gone. */
const isConnectFailure = (error: unknown) => noConnection.includes(codeOf(error));

/** The connection ended before the response: a replica stopped or was killed. */
const isConnectionReset = (error: unknown) =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));

/** Splits the queue in order, so that no batch exceeds the limits of count and length. */
function splitIntoBatches(queue: readonly QueuedFetch[]): QueuedFetch[][] {
  const batches: QueuedFetch[][] = [];
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
