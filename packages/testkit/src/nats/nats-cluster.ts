/** A cluster of nats-servers with JetStream for tests, whose nodes can be killed one by one; each has its own folder. */

import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@nameloan/runtime/free-port';
import { endNats, launchNats } from './nats.ts';

export interface NatsNode {
  name: string;
  url: string;
  pid(): number;
  /** Sends a signal and waits until the node has exited, except for SIGSTOP and SIGCONT. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Restarts at the same address with the data of its folder. */
  restart(): Promise<void>;
  /** Empties the folder of a stopped node. */
  wipe(): Promise<void>;
}

export interface NatsCluster {
  /** All nodes in the format of NATS_URL. */
  url: string;
  nodes: NatsNode[];
  /** Name of the cluster's meta leader. */
  metaLeader(): Promise<string | undefined>;
  stop(): Promise<void>;
}

const settleMs = 30_000;

/**
 * Starts the nodes in parallel, a single one without a cluster; resolves once they have a leader. With `synced` each
 * write is flushed to disk before it is acknowledged, as in `infra`; without it within two minutes, the server's
 * default.
 */
export async function startNatsCluster(
  size: number,
  { synced = false }: { synced?: boolean } = {},
): Promise<NatsCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'nameloan-nats-cluster-'));
  const settings = join(folder, 'nats.conf');
  await writeFile(settings, synced ? 'jetstream { sync_interval: always }\n' : '\n');
  const ports = await Promise.all(Array.from({ length: size * 3 }, () => freePort()));
  if (new Set(ports).size < ports.length) throw new Error('the free ports are not unique');
  const routes = ports.slice(size, size * 2).map((port) => `nats://127.0.0.1:${port}`);
  const nodeOptions = routes.map((route, index) => ({
    name: `node-${index + 1}`,
    folder: join(folder, `node-${index + 1}`),
    port: ports[index] ?? 0,
    monitor: ports[size * 2 + index] ?? 0,
    route,
    ...{ routes, settings },
  }));
  const nodes = await Promise.all(nodeOptions.map(startNode));
  const metaLeader = () => readLeader(nodeOptions.map((options) => options.monitor));
  const deadline = Date.now() + settleMs;
  while (size > 1 && !(await metaLeader())) {
    if (Date.now() > deadline) throw new Error('the cluster has no leader');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: nodes.map((node) => node.url).join(','),
    nodes,
    metaLeader,
    stop: async () => {
      for (const node of nodes) node.thaw();
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface NodeOptions {
  name: string;
  folder: string;
  port: number;
  monitor: number;
  route: string;
  routes: string[];
  settings: string;
}

async function startNode(options: NodeOptions): Promise<NatsNode> {
  const args = Object.entries({
    '-c': options.settings,
    '-n': options.name,
    '-sd': options.folder,
    '-a': '127.0.0.1',
    '-p': options.port,
    '-m': options.monitor,
    ...(options.routes.length > 1 && {
      '--cluster_name': 'test',
      '--cluster': options.route,
      '--routes': options.routes.join(','),
    }),
  }).flatMap(([name, value]) => [name, String(value)]);
  const start = () => launchNats(['-js', ...args]);
  let child: ChildProcess = await start();
  return {
    name: options.name,
    url: `nats://127.0.0.1:${options.port}`,
    pid: () => child.pid ?? 0,
    end: (signal) => endNats(child, signal),
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    restart: async () => {
      child = await start();
    },
    wipe: () => rm(options.folder, { recursive: true, force: true }),
  };
}

/** The leader according to the first node that responds; stopped and frozen nodes are skipped. */
async function readLeader(monitors: number[]): Promise<string | undefined> {
  const responses = monitors.map(async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}/jsz`, {
      signal: AbortSignal.timeout(2000),
    });
    const { meta_cluster: meta } = (await response.json()) as {
      meta_cluster?: { leader?: string };
    };
    if (!meta?.leader) throw new Error('no leader yet');
    return meta.leader;
  });
  return Promise.any(responses).catch(() => undefined);
}
