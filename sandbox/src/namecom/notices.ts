/** name.com's notices (webhooks): signed with the API token over the address and the content, and not repeated for long. */

import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { injectFault } from '../faults/inject-fault.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { getAccount } from './account.ts';

export interface Notice {
  readonly eventName: string;
  readonly domainName: string;
  readonly [field: string]: unknown;
}

const attempts = 3;
const retryMs = 500;
const timeoutMs = 5000;

/** Sends it to the subscribed addresses without waiting. */
export function sendNotice(context: SandboxContext, notice: Notice): void {
  const { subscriptions, notices } = getAccount(context);
  if (notices === 'lost') return;
  const times = notices === 'twice' ? 2 : 1;
  for (const { url, eventName, active } of subscriptions)
    if (active && eventName === notice.eventName)
      for (let count = 0; count < times; count += 1) void deliver(context, url, notice);
}

async function deliver(context: SandboxContext, url: string, notice: Notice): Promise<void> {
  const { token } = getAccount(context);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const fault = injectFault(context, 'namecom');
    if (!fault && (await post(url, notice, token))) return;
    await pause(retryMs * attempt, undefined, { ref: false });
  }
}

async function post(url: string, notice: Notice, token: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-namecom-signature': noticeSignature(notice, { url, token }),
      },
      body: JSON.stringify(notice),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** The header's value; its time and nonce are not signed. */
function noticeSignature(notice: object, { url, token }: { url: string; token: string }): string {
  const sorted = Object.fromEntries(
    Object.entries(notice).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  const digest = createHmac('sha256', token)
    .update(`${url}|${JSON.stringify(sorted)}`)
    .digest('hex');
  return `sha256=${digest},${Math.floor(Date.now() / 1000)},${randomUUID()}`;
}
