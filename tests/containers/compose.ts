/** Runs docker-compose.yml through infra/docker/try.sh and inspects its containers. */

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { servicePorts } from '@nameloan/contracts/platform';
import { freePort } from '@nameloan/runtime/free-port';

const root = resolve(import.meta.dirname, '../..');
const script = join(root, 'infra/docker/try.sh');
/** Set only if the file exists: podman rejects a missing one. */
const podmanSettings = resolve(root, '../shared/tools/containers.conf');
const run = promisify(execFile);
const maxOutputBytes = 64 * 1024 * 1024;
const refreshIntervalMs = 3000;

/** Why containers cannot run here; false if all tools are installed. */
export const toolsMissing: string | false =
  execFileSync(script, ['missing'], { encoding: 'utf8' }).trim() || false;

export interface Container {
  /** The compose service. */
  service: string;
  name: string;
  pid: number;
  address: string;
  running: boolean;
  user: string;
  readOnly: boolean;
}

const internalPorts: Record<string, number> = {
  ...servicePorts,
  gateway: 4000,
  web: 4000,
};

export class Compose {
  readonly folder = join(tmpdir(), `nameloan-try-${process.pid}`);
  readonly #environment: NodeJS.ProcessEnv;
  #readiness = { readAtMs: Number.NEGATIVE_INFINITY, urls: [] as string[] };
  readonly url: string;
  readonly sandboxUrl: string;

  private constructor(port: number, sandboxPort: number) {
    this.url = `http://localhost:${port}`;
    this.sandboxUrl = `http://localhost:${sandboxPort}`;
    this.#environment = {
      ...(existsSync(podmanSettings) ? { CONTAINERS_CONF: podmanSettings } : {}),
      ...process.env,
      TRY_FOLDER: this.folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
    };
  }

  static async plan(): Promise<Compose> {
    return new Compose(await freePort(), await freePort());
  }

  /** Runs a command of the script; resolves to its output. */
  async runScript(...args: string[]): Promise<string> {
    const options = { env: this.#environment, maxBuffer: maxOutputBytes };
    const { stdout } = await run(script, args, options);
    return stdout;
  }

  async podman(...args: string[]): Promise<string> {
    const options = { env: this.#environment, maxBuffer: maxOutputBytes };
    const { stdout } = await run('podman', args, options);
    return stdout;
  }

  secret(name: string): string {
    const text = readFileSync(join(this.folder, '.env'), 'utf8');
    return new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  }

  /** All containers, including those that have ended. */
  async containers(): Promise<Container[]> {
    const filter = 'label=io.podman.compose.project=nameloan-try';
    const ids = (await this.podman('ps', '-aq', '--filter', filter)).split('\n').filter(Boolean);
    const inspected = JSON.parse(await this.podman('inspect', ...ids));
    // biome-ignore lint/suspicious/noExplicitAny: podman's own shape
    return inspected.map((one: any) => ({
      service: one.Config.Labels['com.docker.compose.service'],
      name: one.Name,
      pid: one.State.Pid,
      running: one.State.Running,
      address: (Object.values(one.NetworkSettings.Networks)[0] as { IPAddress: string }).IPAddress,
      user: one.Config.User,
      readOnly: one.HostConfig.ReadonlyRootfs,
    }));
  }

  async of(service: string): Promise<Container[]> {
    return (await this.containers()).filter((one) => one.service === service);
  }

  /** The current internal URLs of the services. */
  async internalUrls(): Promise<Record<string, string>> {
    const containers = await this.containers();
    return Object.fromEntries(
      containers.flatMap(({ service, address }) =>
        internalPorts[service] ? [[service, `http://${address}:${internalPorts[service]}`]] : [],
      ),
    );
  }

  /** Whether every replica of every service is ready and the ingress forwards requests. */
  async isReady(): Promise<boolean> {
    const now = performance.now();
    // Listing containers costs more than all the requests.
    if (now - this.#readiness.readAtMs > refreshIntervalMs)
      this.#readiness = { readAtMs: now, urls: await this.#urls() };
    return (await Promise.all(this.#readiness.urls.map(isOk))).every(Boolean);
  }

  async #urls(): Promise<string[]> {
    const internal = (await this.containers()).flatMap(({ service, address }) =>
      internalPorts[service] ? [`http://${address}:${internalPorts[service]}/readyz`] : [],
    );
    const external = [`${this.url}/readyz`, `${this.url}/api/listings?limit=1`];
    return [...internal, ...external, `${this.sandboxUrl}/healthz`];
  }
}

const isOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A process's effective Linux capabilities as a bit mask; 0: none. */
export const capabilitiesOf = (pid: number): number =>
  Number.parseInt(
    /^CapEff:\s+([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '',
    16,
  );
