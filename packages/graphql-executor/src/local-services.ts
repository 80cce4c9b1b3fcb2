/** The services that run in this process, so that a gateway in the same process calls them without the network. */

import type { Actor } from '@nameloan/contracts/actor';

/** One operation of a document. */
export interface GraphqlDocument {
  query: string;
  operationName?: string | undefined;
}

/** The body of a request over HTTP. */
export interface GraphqlRequest extends GraphqlDocument {
  variables?: Readonly<Record<string, unknown>> | undefined;
  /** `traceparent`: the span that caused the request, in W3C Trace Context format. */
  extensions?: { traceparent?: string | undefined } | undefined;
}

export interface GraphqlResponse {
  data?: Record<string, unknown> | null;
  errors?: readonly unknown[];
}

export interface PreparedRequest {
  variables?: Readonly<Record<string, unknown>> | undefined;
  /** Not signed: the actor never leaves the process. */
  actor: Actor;
  traceparent?: string | undefined;
}

export type RunPreparedRequest = (ask: PreparedRequest) => Promise<GraphqlResponse>;

export interface LocalService {
  /** Base URL of the service's internal HTTP server. */
  url: string;
  /** Whether it reports that it is ready; absent: always. */
  isReady?(): Promise<boolean>;
  /** Prepares an operation; a caller that repeats it keeps the result. */
  prepare(document: GraphqlDocument): RunPreparedRequest;
}

const services = new Map<string, LocalService>();

export function registerLocalService(name: string, service: LocalService): void {
  services.set(name, service);
}

export function unregisterLocalService(name: string): void {
  services.delete(name);
}

export function findLocalService(name: string): LocalService | undefined {
  return services.get(name);
}
