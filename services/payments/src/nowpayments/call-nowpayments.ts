/** HTTP client of the NOWPayments API; it validates every response. */

import { traced } from '@nameloan/runtime/trace';
import type { z } from 'zod';
import { settings } from '../config.ts';

/** No response, an error status or an invalid response. */
class NowpaymentsError extends Error {
  /** HTTP status; null without a response. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.name = 'NowpaymentsError';
    this.status = status;
  }
}

const maxResponseBytes = 100_000;

/** `path` starts with `/v1`; with a `body` it is a POST. Throws NowpaymentsError. */
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
    throw new NowpaymentsError(`NOWPayments returned ${status} for ${path}`, status);
  }
  const read = shape.safeParse(readJson(text));
  if (!read.success) {
    throw new NowpaymentsError(`NOWPayments returned an invalid response for ${path}`, status);
  }
  return read.data;
}

async function request(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await readText(response) };
  } catch (error) {
    throw new NowpaymentsError(`NOWPayments is unreachable: ${String(error)}`);
  }
}

/** Aborts if the response exceeds the limit. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) throw new Error('the response is too long');
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
