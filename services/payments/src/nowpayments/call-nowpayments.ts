/** Calls NOWPayments' API; an answer that is not in shape counts as none. */

import { traced } from '@nameloan/service/trace.ts';
import type { z } from 'zod';
import { settings } from '../config.ts';

/** The provider did not answer, or not as agreed. */
export class NowpaymentsError extends Error {
  /** HTTP status of the answer; null where there was none. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.name = 'NowpaymentsFailed';
    this.status = status;
  }
}

const maxResponseBytes = 100_000;

/** `path` from `/v1` on; `body` makes it a POST. Throws NowpaymentsFailed. */
export function callNowpayments<S extends z.ZodType>(
  path: string,
  call: { shape: S; body?: unknown },
): Promise<z.output<S>> {
  const what = path.split('/')[2];
  return traced(`NOWPayments ${what}`, { kind: 'client' }, () => sendRequest(path, call));
}

async function sendRequest<S extends z.ZodType>(
  path: string,
  { shape, body }: { shape: S; body?: unknown },
): Promise<z.output<S>> {
  const { NOWPAYMENTS_API_URL, NOWPAYMENTS_API_KEY, PROVIDER_TIMEOUT_MS } = settings.value;
  const { status, text } = await request(`${NOWPAYMENTS_API_URL.replace(/\/+$/, '')}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': NOWPAYMENTS_API_KEY, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (status < 200 || status > 299) {
    throw new NowpaymentsError(`NOWPayments answered ${status} to ${path}`, status);
  }
  const read = shape.safeParse(readJson(text));
  if (!read.success) {
    throw new NowpaymentsError(`NOWPayments' answer to ${path} is not in shape`, status);
  }
  return read.data;
}

async function request(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await readText(response) };
  } catch (error) {
    throw new NowpaymentsError(`NOWPayments cannot be reached: ${String(error)}`);
  }
}

/** Stops reading, and hangs up, where an answer grows longer than any of theirs. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
