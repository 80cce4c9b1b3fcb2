/** The services that run in this process, so that a gateway beside them can call them without a network. */

import type { Actor } from '@nameloan/contracts/actor.ts';

/** One operation of a document. */
export interface GraphqlDocument {
  query: string;
  operationName?: string | undefined;
}

/** As it travels over a network. */
export interface GraphqlRequest extends GraphqlDocument {
  variables?: Readonly<Record<string, unknown>> | undefined;
  /** `traceparent`: the span that this is fetched for, in W3C text. */
  extensions?: { traceparent?: string | undefined } | undefined;
}

export interface GraphqlResponse {
  data?: Record<string, unknown> | null;
  errors?: readonly unknown[];
}

export interface PreparedRequest {
  variables?: Readonly<Record<string, unknown>> | undefined;
  /** Whoever asks in this process is believed: the actor has never left it. */
  actor: Actor;
  traceparent?: string | undefined;
}

export type RunPreparedRequest = (ask: PreparedRequest) => Promise<GraphqlResponse>;

export interface LocalService {
  /** Base URL of the service's internal door. */
  url: string;
  /** Whoever asks the same again and again keeps what it answers. */
  prepare(document: GraphqlDocument): RunPreparedRequest;
}

const parts = new Map<string, LocalService>();

export function registerLocalService(name: string, part: LocalService): void {
  parts.set(name, part);
}

export function unregisterLocalService(name: string): void {
  parts.delete(name);
}

export function findLocalService(name: string): LocalService | undefined {
  return parts.get(name);
}
