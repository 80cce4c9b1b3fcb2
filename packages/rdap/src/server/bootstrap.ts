/** The bootstrap file (RFC 9224): which server answers for a name. The copy is kept as long as HTTP allows. */

import { z } from 'zod';
import type { AccessPolicy } from '../http/access-policy.ts';
import type { GetOptions } from '../http/get-text.ts';
import { getText } from '../http/get-text.ts';
import { readFreshnessMs } from '../http/read-times.ts';

const minFreshMs = 5 * 60_000;
const maxFreshMs = 24 * 3_600_000;
/** After a failure, with or without an old copy. */
const retryMs = 60_000;

/** Entries of another form are ignored: RFC 9224 allows further members. */
const bootstrapFile = z.object({ services: z.array(z.unknown()).max(20_000) });
const service = z.tuple([z.array(z.string()).max(20_000), z.array(z.string()).max(100)]);

type Servers = ReadonlyMap<string, URL>;

export class Bootstrap {
  readonly #url: URL;
  readonly #options: GetOptions;
  #servers: Servers | undefined;
  /** Wall time. */
  #freshUntil = 0;
  #reading: Promise<void> | undefined;

  constructor(url: string, options: GetOptions) {
    this.#url = new URL(url);
    this.#options = options;
  }

  /** The base URL of a name's server; null: no server; undefined: the file was never read. */
  async findServer(name: string): Promise<URL | null | undefined> {
    if (Date.now() >= this.#freshUntil) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      // An old copy serves while a new one is read.
      if (!this.#servers) await this.#reading;
    }
    if (!this.#servers) return undefined;
    return findByLabels(this.#servers, name) ?? null;
  }

  async #read(): Promise<void> {
    try {
      const { status, headers, body } = await getText(this.#url, this.#options);
      if (status !== 200) throw new Error(`the bootstrap file answered ${status}`);
      this.#servers = readServers(JSON.parse(body), this.#options.policy);
      const freshMs = readFreshnessMs(headers) ?? maxFreshMs;
      this.#freshUntil = Date.now() + Math.min(maxFreshMs, Math.max(minFreshMs, freshMs));
    } catch {
      this.#freshUntil = Date.now() + retryMs;
    }
  }
}

/** The server with the most labels in common with the end of the name (RFC 9224 section 4). */
function findByLabels(servers: Servers, name: string): URL | undefined {
  for (let at = 0; at >= 0; ) {
    const found = servers.get(name.slice(at));
    if (found) return found;
    const dot = name.indexOf('.', at);
    at = dot < 0 ? -1 : dot + 1;
  }
  return undefined;
}

function readServers(file: unknown, policy: AccessPolicy): Servers {
  const servers = new Map<string, URL>();
  for (const entry of bootstrapFile.parse(file).services) {
    const parsed = service.safeParse(entry);
    if (!parsed.success) continue;
    const [suffixes, urls] = parsed.data;
    const server = chooseServer(urls, policy);
    if (!server) continue;
    for (const suffix of suffixes) servers.set(suffix.toLowerCase(), server);
  }
  if (servers.size === 0) throw new Error('the bootstrap file names no server');
  return servers;
}

/** Of alternative servers the first with https; undefined when none is allowed. */
function chooseServer(texts: readonly string[], policy: AccessPolicy): URL | undefined {
  const urls = texts.flatMap((text) => URL.parse(text.endsWith('/') ? text : `${text}/`) ?? []);
  const allowed = urls.filter((url) => policy.allowsUrl(url));
  return allowed.find(({ protocol }) => protocol === 'https:') ?? allowed[0];
}
