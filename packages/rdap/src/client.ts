/** RDAP client (RFC 7480, 9082, 9083, 9224): finds the server of a name and asks it, without exceeding its limits. */

import { now } from '@nameloan/runtime/clock';
import { AnswerStore, maxAnswerAgeMs } from './answer-store.ts';
import { Flight } from './flight.ts';
import { AccessPolicy } from './http/access-policy.ts';
import type { GetOptions, HttpAnswer } from './http/get-text.ts';
import { getText } from './http/get-text.ts';
import type { RdapReport, RdapResult } from './report.ts';
import type { DomainData } from './response/read-domain.ts';
import { readDomain, toName } from './response/read-domain.ts';
import { Bootstrap } from './server/bootstrap.ts';
import type { ServerAnswer } from './server/server-queue.ts';
import { ServerQueues } from './server/server-queues.ts';

export type { DsRecord, RdapReport, RdapResult, UnknownReason } from './report.ts';

export interface RdapClientOptions {
  /** Address of the bootstrap file (RFC 9224), e.g. https://data.iana.org/rdap/dns.json. */
  bootstrapUrl: string;
  /** Also accept this machine and the host of the bootstrap file, by plain http (sandbox only). */
  allowLoopbackHttp: boolean;
  userAgent?: string;
  /** Milliseconds between the starts of two requests to one server; default a second. */
  startIntervalMs?: number;
}

export interface LookUpOptions {
  /** Milliseconds after which the wait ends with DEADLINE, or without the registrar's part; default two minutes. */
  deadlineMs?: number;
  /** Goes ahead of the other look-ups that wait for the same server. */
  urgent?: boolean;
  /** Accepted age of a stored answer in milliseconds of business time; default 24 hours, 0 asks the server. */
  maxAgeMs?: number;
  /** Ends the wait as the deadline does. */
  signal?: AbortSignal;
}

/** No registry publishes its limits; one request a second is accepted in practice. */
const defaultStartIntervalMs = 1000;
const defaultDeadlineMs = 120_000;
const requestTimeoutMs = 10_000;
/** For the second server, its queue included: its part is worth no longer wait. */
const registrarTimeoutMs = 15_000;
const bootstrapRetryMs = 60_000;

export class RdapClient {
  readonly #http: GetOptions;
  readonly #bootstrap: Bootstrap;
  readonly #queues: ServerQueues;
  readonly #answers = new AnswerStore();
  readonly #flights = new Map<string, Flight>();
  #closed = false;

  constructor(options: RdapClientOptions) {
    this.#http = {
      policy: new AccessPolicy(options.bootstrapUrl, options.allowLoopbackHttp),
      accept: 'application/rdap+json, application/json;q=0.9',
      userAgent: options.userAgent ?? 'Nameloan RDAP client',
      timeoutMs: requestTimeoutMs,
    };
    this.#queues = new ServerQueues(options.startIntervalMs ?? defaultStartIntervalMs);
    this.#bootstrap = new Bootstrap(options.bootstrapUrl, this.#http);
  }

  /** Looks a registered name up, in either spelling. Never throws for faults of the outside world. */
  async lookUp(name: string, options: LookUpOptions = {}): Promise<RdapResult> {
    const canonical = toName(name);
    if (canonical === undefined) return { kind: 'unknown', reason: 'NO_SERVER' };
    const stored = this.#answers.find(canonical, options.maxAgeMs ?? maxAnswerAgeMs);
    if (stored) return stored;
    if (this.#closed) return { kind: 'unknown', reason: 'UNAVAILABLE' };
    const flight = this.#flights.get(canonical) ?? this.#startFlight(canonical);
    flight.urgent ||= options.urgent ?? false;
    const { deadlineMs = defaultDeadlineMs, signal } = options;
    return structuredClone(await flight.wait({ deadlineMs, signal }));
  }

  /** Ends all requests; look-ups that wait are answered with UNAVAILABLE. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const flight of this.#flights.values()) flight.end();
    this.#queues.close();
  }

  #startFlight(name: string): Flight {
    const flight = new Flight();
    this.#flights.set(name, flight);
    // A flight that its callers left may still end while the next one for the name is on its way.
    const leave = () => {
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
    };
    flight.signal.addEventListener('abort', leave);
    flight.start(() => this.#ask(name, flight).finally(leave));
    return flight;
  }

  async #ask(name: string, flight: Flight): Promise<RdapResult> {
    const base = await this.#bootstrap.findServer(name);
    if (base === null) return { kind: 'unknown', reason: 'NO_SERVER' };
    if (base === undefined)
      return { kind: 'unknown', reason: 'UNAVAILABLE', retryAt: later(bootstrapRetryMs) };
    const source = base.hostname;
    const url = new URL(`domain/${name}`, base);
    const sent = await this.#send(url, base.href, { signal: flight.signal, flight });
    if (sent.kind === 'unknown') return { ...sent, source };
    const { answer } = sent;
    if (answer.status === 404) return this.#recordAbsent(name, answer, base);
    const read = answer.status === 200 ? readDomain(answer.body, name) : undefined;
    if (read?.kind === 'error' && read.status === 404)
      return this.#recordAbsent(name, answer, base);
    if (read?.kind === 'malformed') return { kind: 'unknown', reason: 'MALFORMED', source };
    if (read?.kind !== 'domain') return { kind: 'unknown', reason: 'UNAVAILABLE', source };
    const report = toReport(read.data, answer.url.hostname);
    flight.partial = report;
    const related = read.relatedUrl;
    const isMissing = report.registrarExpiresAt === undefined && related?.href !== url.href;
    const isComplete =
      !related || !isMissing || (await this.#addRegistrarPart(report, related, flight));
    const found: RdapResult = { kind: 'found', report };
    this.#answers.save(name, found, isComplete);
    return found;
  }

  #recordAbsent(name: string, answer: HttpAnswer, base: URL): RdapResult {
    const source = base.hostname;
    // A server that it redirects to is not the one that the bootstrap file names.
    if (answer.url.origin !== base.origin)
      return { kind: 'unknown', reason: 'UNAVAILABLE', source };
    const absent: RdapResult = { kind: 'absent', source, at: now() };
    this.#answers.save(name, absent, false);
    return absent;
  }

  /** Asks the registrar's own server; resolves to whether it answered. Its failure leaves the report as it is. */
  async #addRegistrarPart(report: RdapReport, url: URL, flight: Flight): Promise<boolean> {
    if (!this.#http.policy.allowsUrl(url)) return true;
    const ending = new AbortController();
    const end = () => ending.abort();
    const timer = setTimeout(end, registrarTimeoutMs);
    flight.signal.addEventListener('abort', end);
    if (flight.signal.aborted) end();
    try {
      const sent = await this.#send(url, url.origin, { signal: ending.signal, flight });
      if (sent.kind === 'unknown') return false;
      const { status, body, url: from } = sent.answer;
      const read = status === 200 ? readDomain(body, report.name) : undefined;
      if (read?.kind === 'domain') mergeRegistrarPart(report, read.data, from.hostname);
      return status < 400;
    } finally {
      clearTimeout(timer);
      flight.signal.removeEventListener('abort', end);
    }
  }

  #send(
    url: URL,
    server: string,
    { signal, flight }: { signal: AbortSignal; flight: Flight },
  ): Promise<ServerAnswer> {
    return this.#queues.run(server, {
      signal,
      get urgent() {
        return flight.urgent;
      },
      send: () => getText(url, { ...this.#http, signal }),
    });
  }
}

const reportFields = [
  'registrar',
  'registeredAt',
  'registryExpiresAt',
  'registrarExpiresAt',
  'lastTransferAt',
  'statuses',
  'nameservers',
  'ds',
] as const satisfies (keyof RdapReport)[];

function toReport(data: DomainData, source: string): RdapReport {
  const fields: string[] = reportFields.filter((field) => data[field] !== undefined);
  if (data.dnssec !== 'UNKNOWN') fields.push('dnssec');
  const named = [...fields, ...data.withheld];
  return {
    ...data,
    asOf: now(),
    sources: Object.fromEntries(named.map((field) => [field, source])),
  };
}

/** Takes from the registrar only what the registry does not know. */
function mergeRegistrarPart(report: RdapReport, data: DomainData, source: string): void {
  const add = (field: string) => {
    report.sources[field] = source;
    report.withheld = report.withheld.filter((each) => each !== field);
  };
  if (data.registrarExpiresAt) {
    report.registrarExpiresAt = data.registrarExpiresAt;
    add('registrarExpiresAt');
  } else if (data.withheld.includes('registrarExpiresAt')) {
    add('registrarExpiresAt');
    report.withheld.push('registrarExpiresAt');
  }
  if (report.registrar === undefined && data.registrar) {
    report.registrar = data.registrar;
    add('registrar');
  }
}

/** Business time. */
const later = (ms: number) => new Date(now().getTime() + ms);
