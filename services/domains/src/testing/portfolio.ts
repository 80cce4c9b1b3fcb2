/** Calls the portfolio routes of a running service as an account. */

import { setTimeout as pause } from 'node:timers/promises';
import { actorHeader } from '@nameloan/contracts/actor';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import type { TestDomains } from './start-domains.ts';

export interface ShownRow {
  line: number;
  input: string;
  domain?: string;
  verdict: string;
  message?: string;
  hints?: { expires_on: string | null; registrar: string | null };
}
export interface ShownImport {
  id: string;
  state: string;
  settled: number;
  total: number;
  accepted: number;
  have: number;
  refused: number;
  rows: ShownRow[];
}

const headersOf = (accountId: string | null) => ({
  [actorHeader]: signActor(testActor(accountId), testSecret),
});

/** Sends a list as CSV, or with another content type. */
export const sendList = (
  { url }: TestDomains,
  accountId: string | null,
  {
    body,
    type = 'text/csv',
    query = '',
  }: { body: string | Uint8Array<ArrayBuffer>; type?: string; query?: string },
) =>
  fetch(`${url}/domains/import${query}`, {
    method: 'POST',
    headers: { ...headersOf(accountId), 'content-type': type },
    body,
  });

export async function previewList(
  service: TestDomains,
  accountId: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<ShownImport> {
  const answer = await sendList(service, accountId, { body, query: '?commit=false' });
  return (await answer.json()) as ShownImport;
}

export const getAs = ({ url }: TestDomains, accountId: string | null, path: string) =>
  fetch(`${url}${path}`, { headers: headersOf(accountId) });

/** Sends a list and waits for the end of its job. */
export async function importList(
  service: TestDomains,
  accountId: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<ShownImport> {
  const { id } = (await (await sendList(service, accountId, { body })).json()) as ShownImport;
  for (;;) {
    const answer = await getAs(service, accountId, `/domains/imports/${id}`);
    const shown = (await answer.json()) as ShownImport;
    if (shown.state === 'DONE') return shown;
    await pause(20);
  }
}
