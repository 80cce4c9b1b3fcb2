/** A service's reconcile door, as the operator's command calls it. */

import { testSecret } from './test-service.ts';

export interface ReconcileAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
  body: any;
}

/** `secret`: what stands in the header, that of tests by default. */
export async function callReconcile(
  url: string,
  verb: 'read' | 'repair',
  { secret = testSecret, ...body }: { what: string; secret?: string; [more: string]: unknown },
): Promise<ReconcileAnswer> {
  const response = await fetch(`${url}/reconcile/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nameloan-secret': secret },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
