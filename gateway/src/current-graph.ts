/** The graph that is served now, and its change for another while requests and subscriptions go on. */

import type { Log } from '@nameloan/service/log.ts';
import { Counter, Gauge } from 'prom-client';
import type { Caller } from './auth/caller.ts';
import type { Graph, GraphNeeds } from './graph.ts';
import { hashOf, openGraph, tryGraph } from './graph.ts';
import type { Execute } from './graphql/execute.ts';

const refused = new Counter({
  name: 'nameloan_supergraph_rejected_total',
  help: 'Supergraphs that were offered and not taken; the one before is still served.',
});
const refusedNow = new Gauge({
  name: 'nameloan_supergraph_rejected',
  help: '1 while the supergraph that is offered is not the one that is served, since it is not fit; else 0.',
});
const info = new Gauge({
  name: 'nameloan_supergraph_info',
  help: 'The supergraph that is served, by the beginning of its SHA-256.',
  labelNames: ['hash'],
});

export class CurrentGraph {
  readonly #needs: GraphNeeds;
  readonly #log: Log;
  #graph: Graph;
  /** Graphs that requests may still be under way on. */
  readonly #former = new Map<Graph, NodeJS.Timeout>();
  #stopped = false;

  private constructor(graph: Graph, needs: GraphNeeds) {
    this.#graph = graph;
    this.#needs = needs;
    this.#log = needs.log;
    this.#show();
  }

  static async open(sdl: string, needs: GraphNeeds): Promise<CurrentGraph> {
    return new CurrentGraph(await openGraph(sdl, needs), needs);
  }

  get now(): Graph {
    return this.#graph;
  }

  /** On whatever graph is served by then: for what outlasts one. */
  execute: Execute = (operation) => this.#graph.execute(operation);

  /** Serves this one from now on; where it is bad, says so and goes on with the one before. Never throws. */
  async take(sdl: string, actor: Caller): Promise<void> {
    const hash = hashOf(sdl);
    if (hash === this.#graph.hash) return refusedNow.set(0);
    let next: Graph | undefined;
    try {
      next = await openGraph(sdl, this.#needs);
      const misfits = await tryGraph(next, this.#graph, actor);
      if (this.#stopped) return void (await next.stop());
      this.#exchange(next);
      const level = misfits > 0 ? 'warn' : 'info';
      this.#log[level]({ hash, misfits }, 'another supergraph is served; misfits: documents');
    } catch (error) {
      refused.inc();
      refusedNow.set(1);
      await next?.stop().catch(() => undefined);
      const serving = this.#graph.hash;
      this.#log.error({ err: error, hash, serving }, 'a supergraph is refused');
    }
  }

  #exchange(next: Graph): void {
    const former = this.#graph;
    this.#graph = next;
    this.#show();
    // Every request is answered or given up by then.
    const doneMs = 2 * this.#needs.settings.SUBGRAPH_TIMEOUT_MS + 1000;
    const end = () => {
      this.#former.delete(former);
      former.stop().catch((error) => this.#log.warn({ err: error }, 'a former graph stays'));
    };
    this.#former.set(former, setTimeout(end, doneMs).unref());
  }

  #show(): void {
    info.reset();
    info.set({ hash: this.#graph.hash }, 1);
    refusedNow.set(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#former.values()) clearTimeout(timer);
    await Promise.all([this.#graph, ...this.#former.keys()].map((graph) => graph.stop()));
  }
}
