/** Calls a service's reconcile endpoints like the operator command. */

import { testSecret } from './test-service.ts';

export interface ReconcileResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses are untyped; the tests assert their content
  body: any;
}

/** `secret`: value of the header; the tests' secret by default. */
export async function callReconcile(
  url: string,
  action: 'read' | 'repair',
  { secret = testSecret, ...body }: { name: string; secret?: string; [key: string]: unknown },
): Promise<ReconcileResponse> {
  const response = await fetch(`${url}/reconcile/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nameloan-secret': secret },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
