/** The real one-node Kubernetes of this machine, as `../shared/tools/kubernetes/cluster` starts it, and what a test does with it. */

import type { ChildProcess } from 'node:child_process';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { waitFor } from '../../scripts/demo/sandbox-client.ts';

const root = resolve(import.meta.dirname, '../..');
const tool = resolve(root, '../shared/tools/kubernetes/cluster');
const containerTools = resolve(root, '../shared/tools/containers.conf');
const home =
  process.env.KUBE_HOME ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kubernetes-here');
const kubectl = join(home, 'bin/kubectl');
const run = promisify(execFile);
const mostOutputBytes = 64 * 1024 * 1024;
const targets =
  'identity domains lending payments notifications gateway web sandbox embedded-mongo'.split(' ');
/** Not that of other trials on this machine. */
const tag = 'kubernetes';
/** The user that programs run as in our images. */
const user = 1000;

/** Why there is nothing to run on here; false where all is there. */
export const clusterMissing: string | false = findMissing();

function findMissing(): string | false {
  if (!existsSync(tool)) return 'there is no Kubernetes beside the repository';
  if (!existsSync(join(home, 'bin/kubelet')))
    return 'the Kubernetes of this machine is not built: ../shared/tools/kubernetes/cluster build';
  if (process.getuid?.() !== 0) return 'a Kubernetes is started by root alone';
  const script = join(root, 'infra/docker/try.sh');
  return execFileSync(script, ['missing'], { encoding: 'utf8' }).trim() || false;
}

/** Why manifests cannot be made here; false where kubectl is found. */
export const kubectlMissing: string | false =
  existsSync(kubectl) || findOnPath('kubectl')
    ? false
    : 'kubectl is neither on the PATH nor beside the Kubernetes for tests';

function findOnPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).find(existsSync);
}

/** The objects of a folder as YAML, without any cluster. */
export function kustomize(folder: string): string {
  const program = existsSync(kubectl) ? kubectl : (findOnPath('kubectl') ?? '');
  return execFileSync(program, ['kustomize', folder], {
    encoding: 'utf8',
    maxBuffer: mostOutputBytes,
  });
}

// biome-ignore lint/suspicious/noExplicitAny: Kubernetes' own shapes, read freely
export type Found = any;

export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'nameloan-kubernetes-'));
  readonly #environment = {
    ...process.env,
    KUBE_HOME: home,
    KUBECONFIG: join(home, 'run/kubeconfig'),
    ...(existsSync(containerTools) ? { CONTAINERS_CONF: containerTools } : {}),
  };
  readonly #streams = new Set<ChildProcess>();
  #ours = false;

  /** Starts it, unless it runs already: then it is left running, too. */
  static async start(): Promise<Cluster> {
    const cluster = new Cluster();
    if (!existsSync(join(home, 'run/pids'))) {
      cluster.#ours = true;
      await cluster.#run(tool, ['up']);
    }
    return cluster;
  }

  async stop(): Promise<void> {
    for (const child of this.#streams) child.kill();
    if (this.#ours) await this.#run(tool, ['down']);
    else {
      await this.kubectl(
        'delete',
        'namespace',
        'nameloan',
        'nameloan-staging',
        '--ignore-not-found',
      );
      await this.kubectl('delete', 'pv', '-l', 'nameloan.example/trial', '--ignore-not-found');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #run(program: string, words: string[], env: NodeJS.ProcessEnv = this.#environment) {
    return run(program, words, { cwd: root, env, maxBuffer: mostOutputBytes });
  }

  /** Builds what has changed, and hands all images to the cluster. */
  async loadImages(): Promise<void> {
    const base = 'localhost/nameloan-stand-in';
    const env = {
      ...this.#environment,
      ...{ ENGINE: 'podman', NODE_IMAGE: `${base}/node`, IMAGES: 'localhost/nameloan', TAG: tag },
      BUILD_OPTIONS: '--network host',
    };
    await this.#run('infra/docker/make-stand-ins.sh', [], env);
    await this.#run('infra/docker/build-images.sh', targets, env);
    await this.#run('podman', ['tag', `${base}/nats`, `${base}/nats:${tag}`]);
    const images = [
      ...targets.map((name) => `localhost/nameloan/${name}:${tag}`),
      `${base}/nats:${tag}`,
    ];
    const file = join(this.folder, 'images.tar');
    const how = ['save', '--quiet', '-m', '--format', 'docker-archive', '-o', file];
    await this.#run('podman', [...how, ...images]);
    await this.#run(tool, ['load', file]);
    rmSync(file);
  }

  /** Resolves to what it printed. Throws with its own words. */
  async kubectl(...words: string[]): Promise<string> {
    return (await this.#run(kubectl, words)).stdout;
  }

  /** Hands over what it prints as it comes; resolves to its exit code. It ends with whoever started it. */
  stream(words: string[], take: (text: string) => void): Promise<number> {
    const child = spawn(kubectl, words, {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#streams.add(child);
    child.stdout.setEncoding('utf8').on('data', take);
    return new Promise((done) =>
      child.once('close', (code) => {
        this.#streams.delete(child);
        done(code ?? 1);
      }),
    );
  }

  /** With what it said beside, such as warnings. */
  async kubectlWithWords(...words: string[]): Promise<{ stdout: string; stderr: string }> {
    return this.#run(kubectl, words);
  }

  async get(...words: string[]): Promise<Found> {
    return JSON.parse(await this.kubectl('-n', 'nameloan', 'get', ...words, '-o', 'json'));
  }

  /** Any objects, as JSON. */
  async apply(items: unknown[]): Promise<void> {
    const { promise, resolve: done, reject } = Promise.withResolvers<void>();
    const child = spawn(kubectl, ['apply', '-f', '-'], { env: this.#environment });
    let words = '';
    child.stderr.on('data', (data) => {
      words += data;
    });
    child.once('close', (code) => (code === 0 ? done() : reject(new Error(words))));
    child.stdin.end(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    await promise;
  }

  /** A disk for each claim; the cluster has nobody who makes them. */
  async addDisks(claims: Record<string, string>): Promise<void> {
    const items = Object.entries(claims).map(([name, storage]) => {
      const path = join(this.folder, name);
      mkdirSync(path);
      chownSync(path, user, user);
      return {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: `trial-${name}`, labels: { 'nameloan.example/trial': 'true' } },
        spec: {
          capacity: { storage },
          accessModes: ['ReadWriteOnce'],
          persistentVolumeReclaimPolicy: 'Retain',
          claimRef: { namespace: 'nameloan', name },
          local: { path },
          nodeAffinity: { required: { nodeSelectorTerms: [onThisNode] } },
        },
      };
    });
    await this.apply(items);
  }

  /** The address of a Service. */
  async addressOf(service: string): Promise<string> {
    return (await this.get('service', service)).spec.clusterIP;
  }

  /** Pods of a part that are not on their way out. */
  async podsOf(selector: string): Promise<Found[]> {
    const { items } = await this.get('pods', '-l', selector);
    return items.filter((one: Found) => one.metadata.deletionTimestamp === undefined);
  }

  /** Resolves once no pod is on its way out any more. */
  async nobodyLeaves(): Promise<void> {
    await waitFor(
      'the last pods to leave',
      async () => {
        const { items } = await this.get('pods');
        return items.every((one: Found) => one.metadata.deletionTimestamp === undefined);
      },
      90_000,
    );
  }

  /** Resolves once all deployments and stateful sets have all their replicas. Throws after `seconds`. */
  async available(seconds: number): Promise<void> {
    const those = (await this.get('deployments,statefulsets')).items;
    const names = those.map((one: Found) => `${one.kind.toLowerCase()}/${one.metadata.name}`);
    await Promise.all(
      names.map((name: string) =>
        this.kubectl('-n', 'nameloan', 'rollout', 'status', name, `--timeout=${seconds}s`),
      ),
    );
  }
}

const onThisNode = {
  matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['here'] }],
};
