/** Controls the one-node Kubernetes of this machine, which `../shared/tools/kubernetes/cluster` starts. */

import type { ChildProcess } from 'node:child_process';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { serviceNames } from '@nameloan/contracts/platform';
import { waitFor } from '@nameloan/driver/sandbox-client';

const root = resolve(import.meta.dirname, '../..');
const tool = resolve(root, '../shared/tools/kubernetes/cluster');
const containerTools = resolve(root, '../shared/tools/containers.conf');
const home =
  process.env.KUBE_HOME ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kubernetes-here');
const kubectl = join(home, 'bin/kubectl');
const run = promisify(execFile);
const maxOutputBytes = 64 * 1024 * 1024;
const targets = [...serviceNames, 'gateway', 'web', 'sandbox', 'embedded-mongo'];
/** Differs from the tags of other tests on this machine. */
const tag = 'kubernetes';
/** The user that our images run as. */
const user = 1000;

/** Why no cluster can be started here; false if it can. */
export const clusterMissing: string | false = findMissing();

function findMissing(): string | false {
  if (!existsSync(tool)) return 'no Kubernetes tools found next to the repository';
  if (!existsSync(join(home, 'bin/kubelet')))
    return 'the Kubernetes of this machine is not built: ../shared/tools/kubernetes/cluster build';
  if (process.getuid?.() !== 0) return 'only root can start Kubernetes';
  const script = join(root, 'infra/docker/try.sh');
  return execFileSync(script, ['missing'], { encoding: 'utf8' }).trim() || false;
}

/** Why manifests cannot be rendered here; false if kubectl is found. */
export const kubectlMissing: string | false =
  existsSync(kubectl) || findOnPath('kubectl')
    ? false
    : 'kubectl is neither on the PATH nor next to the Kubernetes for tests';

function findOnPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).find(existsSync);
}

/** Renders a folder as YAML without a cluster. */
export function kustomize(folder: string): string {
  const program = existsSync(kubectl) ? kubectl : (findOnPath('kubectl') ?? '');
  return execFileSync(program, ['kustomize', folder], {
    encoding: 'utf8',
    maxBuffer: maxOutputBytes,
  });
}

// biome-ignore lint/suspicious/noExplicitAny: Kubernetes objects are read without types
export type KubernetesObject = any;

export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'nameloan-kubernetes-'));
  readonly #environment = {
    ...process.env,
    KUBE_HOME: home,
    KUBECONFIG: join(home, 'run/kubeconfig'),
    ...(existsSync(containerTools) ? { CONTAINERS_CONF: containerTools } : {}),
  };
  readonly #streams = new Set<ChildProcess>();
  #startedHere = false;

  /** Starts the cluster; one that is already running is used and left running. */
  static async start(): Promise<Cluster> {
    const cluster = new Cluster();
    if (!existsSync(join(home, 'run/pids'))) {
      cluster.#startedHere = true;
      await cluster.#run(tool, ['up']);
    }
    return cluster;
  }

  async stop(): Promise<void> {
    for (const child of this.#streams) child.kill();
    if (this.#startedHere) await this.#run(tool, ['down']);
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

  async #run(program: string, args: string[], env: NodeJS.ProcessEnv = this.#environment) {
    return run(program, args, { cwd: root, env, maxBuffer: maxOutputBytes });
  }

  /** Builds the changed images and loads all images into the cluster. */
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
    const options = ['save', '--quiet', '-m', '--format', 'docker-archive', '-o', file];
    await this.#run('podman', [...options, ...images]);
    await this.#run(tool, ['load', file]);
    rmSync(file);
  }

  /** Resolves to kubectl's output. Throws with its error message. */
  async kubectl(...args: string[]): Promise<string> {
    return (await this.#run(kubectl, args)).stdout;
  }

  /** Streams kubectl's output to `onText`; resolves to its exit code. `stop` ends it. */
  stream(args: string[], onText: (text: string) => void): Promise<number> {
    const child = spawn(kubectl, args, {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#streams.add(child);
    child.stdout.setEncoding('utf8').on('data', onText);
    return new Promise((done) =>
      child.once('close', (code) => {
        this.#streams.delete(child);
        done(code ?? 1);
      }),
    );
  }

  /** The same with stderr, which has warnings. */
  async kubectlWithStderr(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    return this.#run(kubectl, args);
  }

  async get(...args: string[]): Promise<KubernetesObject> {
    return JSON.parse(await this.kubectl('-n', 'nameloan', 'get', ...args, '-o', 'json'));
  }

  /** Applies objects. */
  async apply(items: unknown[]): Promise<void> {
    const { promise, resolve: done, reject } = Promise.withResolvers<void>();
    const child = spawn(kubectl, ['apply', '-f', '-'], { env: this.#environment });
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    child.once('close', (code) => (code === 0 ? done() : reject(new Error(stderr))));
    child.stdin.end(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    await promise;
  }

  /** Creates a volume for each claim; the cluster has no provisioner. */
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

  /** Pods of a component that are not terminating. */
  async podsOf(selector: string): Promise<KubernetesObject[]> {
    const { items } = await this.get('pods', '-l', selector);
    return items.filter((one: KubernetesObject) => one.metadata.deletionTimestamp === undefined);
  }

  /** Resolves once no pod is terminating. */
  async waitForTerminations(): Promise<void> {
    await waitFor(
      'pods to terminate',
      async () => {
        const { items } = await this.get('pods');
        return items.every((one: KubernetesObject) => one.metadata.deletionTimestamp === undefined);
      },
      90_000,
    );
  }

  /** Resolves once all deployments and stateful sets have all replicas. Throws after `seconds`. */
  async waitUntilAvailable(seconds: number): Promise<void> {
    const workloads = (await this.get('deployments,statefulsets')).items;
    const names = workloads.map(
      (one: KubernetesObject) => `${one.kind.toLowerCase()}/${one.metadata.name}`,
    );
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
