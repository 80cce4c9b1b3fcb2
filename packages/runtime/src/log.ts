/** Structured logs: one JSON object per line, with the ids of request and trace and without secrets. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { pino, stdTimeFunctions } from 'pino';
import { currentTraceId } from './trace/trace.ts';

const requests = new AsyncLocalStorage<string>();

/** Runs `work` so that every line it logs carries `requestId`. */
export function withRequestId<R>(requestId: string, work: () => R): R {
  return requests.run(requestId, work);
}

export function currentRequestId(): string | undefined {
  return requests.getStore();
}

const secretKeys = ['password', 'newPassword', 'curPassword', 'token', 'refreshToken', 'authCode'];
const moreSecretKeys = ['transferCode', 'mfa', 'secret', 'authorization', '["x-access-token"]'];
const secretPaths = [...secretKeys, ...moreSecretKeys].flatMap((key) =>
  key.startsWith('[') ? [`*${key}`, `*.*${key}`] : [key, `*.${key}`, `*.*.${key}`],
);

export type Log = Logger;

/** Log of one service or component. Levels are pino's; `silent` for tests. */
export function createLog(service: string, level: string): Log {
  return pino({
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[hidden]' },
    mixin: () => {
      const requestId = requests.getStore();
      const traceId = currentTraceId();
      return { ...(requestId ? { requestId } : {}), ...(traceId ? { traceId } : {}) };
    },
  });
}
