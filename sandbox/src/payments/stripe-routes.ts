/** Stripe's HTTP API, as Stripe's client library uses it. */

import type { ControlError } from '../http/control-error.ts';
import type { Call, HttpResponse, Route } from '../http/router.ts';
import type { Checkout, StripeCheckout } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { stripeId } from '../stripe/event.ts';
import { readForm } from '../stripe/form.ts';
import { listDisputes, listRefunds, listSessions } from '../stripe/lists.ts';
import { newSession, sessionBody } from '../stripe/session.ts';
import { findStoredResponse, storeResponse } from '../stripe/stored-responses.ts';
import { StripeError } from '../stripe/stripe-error.ts';
import type { WebhookQueue } from '../webhook/deliver-webhooks.ts';
import { actOnCheckout } from './act-on-checkout.ts';

export function stripeRoutes(context: SandboxContext, queue: WebhookQueue): Route[] {
  const route = (method: string, path: string, run: (call: Call) => HttpResponse): Route => ({
    method,
    path,
    run: (call) => runAuthenticated(call, run),
    formatError,
  });
  return [
    route('POST', '/v1/checkout/sessions', (call) => createSession(context, call)),
    route('GET', '/v1/checkout/sessions', (call) => listSessions(context, call)),
    route('GET', '/v1/checkout/sessions/:id', (call) =>
      toResponse(context, getSession(context, call)),
    ),
    route('POST', '/v1/checkout/sessions/:id/expire', (call) =>
      expireSession(context, call, queue),
    ),
    route('GET', '/v1/refunds', (call) => listRefunds(context, call)),
    route('GET', '/v1/disputes', (call) => listDisputes(context, call)),
  ];
}

function createSession(context: SandboxContext, call: Call): HttpResponse {
  const body = call.body.toString();
  const key = getHeader(call, 'idempotency-key');
  const request = `${call.url.pathname}\n${body}`;
  const before = key === undefined ? undefined : findStoredResponse(context, key, request);
  if (before) return respond(200, before.body, { 'idempotent-replayed': 'true' });
  const session = newSession(readForm(body), getHeader(call, 'stripe-version'));
  const text = JSON.stringify(sessionBody(session, pageUrl(context, session)));
  const remembered = key === undefined ? [] : storeResponse(context, key, { request, body: text });
  context.store.commit(['checkouts', session.id, session], ...remembered);
  return respond(200, text);
}

function expireSession(context: SandboxContext, call: Call, queue: WebhookQueue): HttpResponse {
  const session = getSession(context, call);
  if (session.status !== 'open') {
    throw new StripeError(400, {
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    });
  }
  actOnCheckout(context, session.id, { action: 'expire' });
  queue.wake();
  return toResponse(context, getSession(context, call));
}

function getSession(context: SandboxContext, call: Call): StripeCheckout {
  const checkout: Checkout | undefined = context.store.table('checkouts').get(call.params.id ?? '');
  if (checkout?.provider === 'stripe') return checkout;
  throw new StripeError(404, {
    message: `No such checkout.session: '${call.params.id}'`,
    param: 'session',
    code: 'resource_missing',
  });
}

function toResponse(context: SandboxContext, session: StripeCheckout): HttpResponse {
  return respond(200, JSON.stringify(sessionBody(session, pageUrl(context, session))));
}

function pageUrl(context: SandboxContext, session: StripeCheckout): string {
  return `${context.controlUrl}/pay/${session.id}`;
}

function runAuthenticated(call: Call, run: (call: Call) => HttpResponse): HttpResponse {
  try {
    assertApiKey(getHeader(call, 'authorization'));
    return run(call);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return respond(error.status, JSON.stringify({ error: error.body }));
  }
}

/** Accepts any test key; a live key in the sandbox is a mistake and is rejected. */
function assertApiKey(authorization: string | undefined): void {
  const key = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (!key) throw new StripeError(401, { message: 'You did not provide an API key.' });
  if (!/^[sr]k_test_\w+$/.test(key))
    throw new StripeError(401, { message: 'Invalid API Key provided.' });
}

function formatError(error: ControlError): HttpResponse {
  const type = error.status < 500 ? 'invalid_request_error' : 'api_error';
  return respond(error.status, JSON.stringify({ error: { type, message: error.message } }));
}

function respond(status: number, body: string, headers: Record<string, string> = {}): HttpResponse {
  return { status, body, headers: { 'request-id': stripeId('req'), ...headers } };
}

function getHeader(call: Call, name: string): string | undefined {
  const value = call.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
