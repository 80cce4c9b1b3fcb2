/** The graph that is served now, and its replacement while requests and subscriptions continue. */

import type { Log } from '@nameloan/runtime/log';
import { Counter, Gauge } from 'prom-client';
import type { Caller } from './auth/caller.ts';
import type { Graph, GraphNeeds } from './graph.ts';
import { createGraph, hashOf, warmUpGraph } from './graph.ts';
import type { Execute } from './graphql/execute.ts';

const rejected = new Counter({
  name: 'nameloan_supergraph_rejected_total',
  help: 'Rejected supergraphs; the previous one is still served.',
});
const rejectedNow = new Gauge({
  name: 'nameloan_supergraph_rejected',
  help: '1 while the newest supergraph is rejected and the previous one is served, else 0.',
});
const info = new Gauge({
  name: 'nameloan_supergraph_info',
  help: 'The supergraph that is served, by the prefix of its SHA-256.',
  labelNames: ['hash'],
});

export class CurrentGraph {
  readonly #needs: GraphNeeds;
  readonly #log: Log;
  #graph: Graph;
  /** Replaced graphs that may still serve requests. */
  readonly #replaced = new Map<Graph, NodeJS.Timeout>();
  #stopped = false;

  private constructor(graph: Graph, needs: GraphNeeds) {
    this.#graph = graph;
    this.#needs = needs;
    this.#log = needs.log;
    this.#publishMetrics();
  }

  static async open(sdl: string, needs: GraphNeeds): Promise<CurrentGraph> {
    return new CurrentGraph(await createGraph(sdl, needs), needs);
  }

  get now(): Graph {
    return this.#graph;
  }

  /** Executes on the graph that is current at the time of the call, for callers that outlive a graph. */
  execute: Execute = (operation) => this.#graph.execute(operation);

  /** Replaces the graph; if the new one is invalid, logs an error and keeps the current one. Never throws. */
  async replaceWith(sdl: string, actor: Caller): Promise<void> {
    const hash = hashOf(sdl);
    if (hash === this.#graph.hash) return rejectedNow.set(0);
    let next: Graph | undefined;
    try {
      next = await createGraph(sdl, this.#needs);
      const misfits = await warmUpGraph(next, this.#graph, actor);
      if (this.#stopped) return void (await next.stop());
      this.#swap(next);
      const level = misfits > 0 ? 'warn' : 'info';
      this.#log[level](
        { hash, misfits },
        'supergraph replaced; misfits: documents that no longer match',
      );
    } catch (error) {
      rejected.inc();
      rejectedNow.set(1);
      await next?.stop().catch(() => undefined);
      const serving = this.#graph.hash;
      this.#log.error({ err: error, hash, serving }, 'supergraph rejected');
    }
  }

  #swap(next: Graph): void {
    const replaced = this.#graph;
    this.#graph = next;
    this.#publishMetrics();
    // By then every request has completed or timed out.
    const doneMs = 2 * this.#needs.settings.SUBGRAPH_TIMEOUT_MS + 1000;
    const end = () => {
      this.#replaced.delete(replaced);
      replaced
        .stop()
        .catch((error) =>
          this.#log.warn({ err: error }, 'replaced supergraph could not be closed'),
        );
    };
    this.#replaced.set(replaced, setTimeout(end, doneMs).unref());
  }

  #publishMetrics(): void {
    info.reset();
    info.set({ hash: this.#graph.hash }, 1);
    rejectedNow.set(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#replaced.values()) clearTimeout(timer);
    await Promise.all([this.#graph, ...this.#replaced.keys()].map((graph) => graph.stop()));
  }
}
