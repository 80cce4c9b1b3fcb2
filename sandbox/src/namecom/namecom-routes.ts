/** name.com's Core API v1, as far as the product uses it, and what tests and demos set of it. */

import { timingSafeEqual } from 'node:crypto';
import { canonicalName } from '../dns/zone.ts';
import { withFaults } from '../faults/fail-http.ts';
import type { ControlError } from '../http/control-error.ts';
import type { Call, HttpResponse, Route } from '../http/router.ts';
import { json } from '../http/router.ts';
import { feeCents } from '../registry/fees.ts';
import { getDomain } from '../registry/registry.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { changeAccount, getAccount, namecomId, namecomUser } from './account.ts';
import {
  cancelTransferOut,
  changeDomain,
  domainBody,
  getOwnDomain,
  renew,
  setNameservers,
} from './domains.ts';
import { NamecomError, toNamecomError } from './namecom-error.ts';
import type { NamecomTransfer } from './records.ts';
import { cancel, createTransfer, dollars, syncTransfer } from './transfers.ts';

type Run = (input: { call: Call; name: string; body: Record<string, unknown> }) => unknown;

const maxPerPage = 1000;

export function namecomRoutes(context: SandboxContext): Route[] {
  const at = '/core/v1';
  const route = (method: string, path: string, run: Run): Route => ({
    method,
    path: `${at}${path}`,
    run: (call) => runAuthenticated(context, call, run),
    formatError,
  });
  /** `name:action` in the last segment of the path. */
  const actions = (method: string, path: string, runs: Readonly<Record<string, Run>>) =>
    route(method, `${path}/:target`, (input) => {
      const [name = '', action = ''] = (input.call.params.target ?? '').split(':');
      const run = Object.hasOwn(runs, action) ? runs[action] : undefined;
      if (!run) throw new NamecomError(404, 'Not Found');
      return run({ ...input, name: canonicalName(name) });
    });
  const shown = (name: string) => domainBody(context, getOwnDomain(context, name));
  return withFaults(context, 'namecom', [
    route('GET', '/hello', () => ({ motd: '', serverName: 'sandbox', username: namecomUser })),
    route('GET', '/accountinfo/balance', () => ({
      balance: dollars(getAccount(context).creditCents),
    })),
    actions('GET', '/domains', {
      '': ({ name }) => shown(name),
      getPricing: ({ name }) => pricing(context, name),
      getAuthCode: ({ name }) => ({ authCode: getOwnDomain(context, name).authCode }),
    }),
    actions('PATCH', '/domains', {
      '': ({ name, body }) => domainBody(context, changeDomain(context, name, body)),
    }),
    actions('POST', '/domains', {
      setNameservers: ({ name, body }) =>
        domainBody(context, setNameservers(context, name, body.nameservers)),
      renew: ({ name, body }) => {
        const { domain, paidCents } = renew(context, name, body);
        const order = context.store.nextNumber('namecomOrder');
        const paid = { domain: domainBody(context, domain), order, totalPaid: dollars(paidCents) };
        return answerOrder(context, paid);
      },
    }),
    route('GET', '/transfers', ({ call }) => listTransfers(context, call)),
    route('POST', '/transfers', ({ body }) => postTransfer(context, body)),
    actions('GET', '/transfers', { '': ({ name }) => transferBody(findOrThrow(context, name)) }),
    actions('POST', '/transfers', { cancel: ({ name }) => transferBody(cancel(context, name)) }),
    actions('GET', '/transfers/eligibility', {
      '': ({ name }) => ({
        atName: getDomain(context, name).registrar === namecomId,
        supportsInternalTransfer: false,
      }),
    }),
    actions('POST', '/transfers/external/out', {
      cancel: ({ name }) => {
        cancelTransferOut(context, name);
        return { domainName: name, status: 'canceled' };
      },
    }),
    route('GET', '/notifications', () => ({ subscriptions: getAccount(context).subscriptions })),
    route('POST', '/notifications', ({ body }) => subscribe(context, body)),
  ]);
}

function pricing(context: SandboxContext, name: string): Record<string, unknown> {
  const { premium } = getDomain(context, name);
  const price = dollars(feeCents(name, premium, 1));
  return { premium, purchasePrice: price, renewalPrice: price, transferPrice: price };
}

function findOrThrow(context: SandboxContext, name: string): NamecomTransfer {
  const transfer = syncTransfer(context, name);
  if (!transfer) throw new NamecomError(404, 'Not Found');
  return transfer;
}

const transferBody = ({ name, status }: NamecomTransfer) => ({ domainName: name, status });

function listTransfers(context: SandboxContext, { url }: Call): Record<string, unknown> {
  const perPage = Math.min(maxPerPage, Number(url.searchParams.get('perPage') ?? maxPerPage));
  const page = Math.max(1, Number(url.searchParams.get('page') ?? 1));
  const names = [...context.store.table('namecomTransfers').keys()];
  const from = (page - 1) * perPage;
  const transfers = names
    .slice(from, from + perPage)
    .map((name) => transferBody(findOrThrow(context, name)));
  const counts = { totalCount: names.length, from: from + 1, to: from + transfers.length };
  return { transfers, ...counts, ...(counts.to < names.length && { nextPage: page + 1 }) };
}

function postTransfer(
  context: SandboxContext,
  { domainName, authCode, purchasePrice }: Record<string, unknown>,
): object {
  if (typeof domainName !== 'string' || typeof authCode !== 'string' || !domainName || !authCode)
    throw new NamecomError(400, 'Invalid argument', 'Required: domainName and authCode');
  const name = canonicalName(domainName);
  const transfer = createTransfer(context, { name, authCode, purchasePrice });
  const totalPaid = dollars(transfer.paidCents);
  const paid = { order: transfer.order, totalPaid, transfer: transferBody(transfer) };
  return answerOrder(context, paid);
}

/** Loses the response if that was set. */
function answerOrder(context: SandboxContext, paid: object): object {
  const { losesAnswer } = getAccount(context);
  if (!losesAnswer) return paid;
  changeAccount(context, { losesAnswer: null });
  if (losesAnswer === 'drop') return { status: 0, body: '', hangUp: true } satisfies HttpResponse;
  throw new NamecomError(504, 'Gateway Timeout');
}

function subscribe(
  context: SandboxContext,
  { eventName, url, active }: Record<string, unknown>,
): HttpResponse {
  if (typeof eventName !== 'string' || typeof url !== 'string' || typeof active !== 'boolean')
    throw new NamecomError(400, 'Invalid argument');
  const { subscriptions } = getAccount(context);
  if (subscriptions.some((one) => one.eventName === eventName && one.url === url))
    throw new NamecomError(409, 'Conflict', 'You are already subscribed to this event');
  const id = context.store.nextNumber('namecomSubscription');
  const createDate = context.clock.now().toISOString();
  const subscription = { id, eventName, url, active, createDate };
  changeAccount(context, { subscriptions: [...subscriptions, subscription] });
  return json({ subscription }, 201);
}

function runAuthenticated(context: SandboxContext, call: Call, run: Run): HttpResponse {
  try {
    assertLogin(context, call);
    const result = run({ call, name: '', body: readBody(call) });
    return isResponse(result) ? result : json(result);
  } catch (caught) {
    const error = toNamecomError(caught);
    if (!(error instanceof NamecomError)) throw error;
    const { status, message, details } = error;
    return json({ message, ...(details && { details }) }, status);
  }
}

const isResponse = (result: unknown): result is HttpResponse =>
  typeof result === 'object' && result !== null && 'status' in result && 'body' in result;

function assertLogin(context: SandboxContext, { headers }: Call): void {
  const { token, deniesAccess } = getAccount(context);
  if (deniesAccess) throw new NamecomError(403, 'Permission Denied');
  const wanted = Buffer.from(`Basic ${Buffer.from(`${namecomUser}:${token}`).toString('base64')}`);
  const given = Buffer.from(headers.authorization ?? '');
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw new NamecomError(401, 'Unauthorized');
}

function readBody({ method, headers, body }: Call): Record<string, unknown> {
  if (method === 'GET') return {};
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw new NamecomError(415, 'Unsupported Media Type');
  try {
    const content: unknown = JSON.parse(body.toString() || '{}');
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new NamecomError(400, 'Invalid argument', 'The body is not a JSON object');
}

const formatError = ({ status, message }: ControlError): HttpResponse => json({ message }, status);
