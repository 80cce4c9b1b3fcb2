/** The services that run in this process, so that a gateway beside them can call them without a network. */

export interface GraphqlRequest {
  query: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
  /** `traceparent`: the span that this is fetched for, in W3C text. */
  extensions?: { traceparent?: string | undefined } | undefined;
}

export interface GraphqlResponse {
  data?: Record<string, unknown> | null;
  errors?: readonly unknown[];
}

export interface Part {
  /** Base URL of the service's internal door. */
  url: string;
  execute(request: GraphqlRequest, actorToken: string): Promise<GraphqlResponse>;
}

const parts = new Map<string, Part>();

export function registerPart(name: string, part: Part): void {
  parts.set(name, part);
}

export function forgetPart(name: string): void {
  parts.delete(name);
}

export function findPart(name: string): Part | undefined {
  return parts.get(name);
}
