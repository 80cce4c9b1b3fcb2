/** Calls a service's reconcile endpoints as the operator's command does. */

import { testSecret } from './test-service.ts';

export interface ReconcileResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely and assert what they find
  body: any;
}

/** `secret`: value of the header; the tests' secret by default. */
export async function callReconcile(
  url: string,
  verb: 'read' | 'repair',
  { secret = testSecret, ...body }: { what: string; secret?: string; [more: string]: unknown },
): Promise<ReconcileResponse> {
  const response = await fetch(`${url}/reconcile/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nameloan-secret': secret },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
