/** docker-compose.yml as infra/docker/try.sh runs it, and its containers as a test looks at them and kills them. */

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@nameloan/service/free-port.ts';

const root = resolve(import.meta.dirname, '../..');
const script = join(root, 'infra/docker/try.sh');
/** Only on machines that need it: podman refuses a file that is not there. */
const podmanSettings = resolve(root, '../shared/tools/containers.conf');
const run = promisify(execFile);
const mostOutputBytes = 64 * 1024 * 1024;
const lookAgainMs = 3000;

/** Why there is nothing to try here; false where all programs are. */
export const toolsMissing: string | false =
  execFileSync(script, ['missing'], { encoding: 'utf8' }).trim() || false;

export interface Container {
  /** As compose calls the part. */
  part: string;
  name: string;
  pid: number;
  address: string;
  running: boolean;
  user: string;
  readOnly: boolean;
}

const internalPorts: Record<string, number> = {
  identity: 4001,
  domains: 4002,
  lending: 4003,
  payments: 4004,
  notifications: 4005,
  gateway: 4000,
  web: 4000,
};

export class Compose {
  readonly folder = join(tmpdir(), `nameloan-try-${process.pid}`);
  readonly #environment: NodeJS.ProcessEnv;
  #asked = { atMs: Number.NEGATIVE_INFINITY, urls: [] as string[] };
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

  /** Resolves to what the script printed. */
  async try(...words: string[]): Promise<string> {
    const options = { env: this.#environment, maxBuffer: mostOutputBytes };
    const { stdout } = await run(script, words, options);
    return stdout;
  }

  async podman(...words: string[]): Promise<string> {
    const options = { env: this.#environment, maxBuffer: mostOutputBytes };
    const { stdout } = await run('podman', words, options);
    return stdout;
  }

  secret(name: string): string {
    const text = readFileSync(join(this.folder, '.env'), 'utf8');
    return new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  }

  /** All of them, those that have ended too. */
  async containers(): Promise<Container[]> {
    const filter = 'label=io.podman.compose.project=nameloan-try';
    const ids = (await this.podman('ps', '-aq', '--filter', filter)).split('\n').filter(Boolean);
    const found = JSON.parse(await this.podman('inspect', ...ids));
    // biome-ignore lint/suspicious/noExplicitAny: podman's own shape
    return found.map((one: any) => ({
      part: one.Config.Labels['com.docker.compose.service'],
      name: one.Name,
      pid: one.State.Pid,
      running: one.State.Running,
      address: (Object.values(one.NetworkSettings.Networks)[0] as { IPAddress: string }).IPAddress,
      user: one.Config.User,
      readOnly: one.HostConfig.ReadonlyRootfs,
    }));
  }

  async of(part: string): Promise<Container[]> {
    return (await this.containers()).filter((one) => one.part === part);
  }

  /** Where the parts' internal doors are now. */
  async doors(): Promise<Record<string, string>> {
    const found = await this.containers();
    return Object.fromEntries(
      found.flatMap(({ part, address }) =>
        internalPorts[part] ? [[part, `http://${address}:${internalPorts[part]}`]] : [],
      ),
    );
  }

  /** Whether every part says that it can serve, all replicas of it, and the door lets through. */
  async serves(): Promise<boolean> {
    const now = performance.now();
    // Asking podman costs more than all the answers do.
    if (now - this.#asked.atMs > lookAgainMs) this.#asked = { atMs: now, urls: await this.#urls() };
    return (await Promise.all(this.#asked.urls.map(isWell))).every(Boolean);
  }

  async #urls(): Promise<string[]> {
    const parts = (await this.containers()).flatMap(({ part, address }) =>
      internalPorts[part] ? [`http://${address}:${internalPorts[part]}/readyz`] : [],
    );
    const doors = [`${this.url}/readyz`, `${this.url}/api/listings?limit=1`];
    return [...parts, ...doors, `${this.sandboxUrl}/healthz`];
  }
}

const isWell = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Linux capabilities that a program has, as a number of bits; 0: none. */
export const capabilitiesOf = (pid: number): number =>
  Number.parseInt(
    /^CapEff:\s+([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '',
    16,
  );
