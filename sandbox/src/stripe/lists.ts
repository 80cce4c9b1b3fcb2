/** Stripe's paginated lists of sessions, refunds and disputes: newest first, filtered by payment intent or time. */

import { payerUrl } from '../checkout/payer-url.ts';
import type { Call, HttpResponse } from '../http/router.ts';
import type { StripeCheckout } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { stripeId } from './event.ts';
import { disputeBody, disputesOf, refundBody, refundsOf } from './refunds.ts';
import { sessionBody } from './session.ts';
import { StripeError } from './stripe-error.ts';

type StripeListItem = Record<string, unknown> & { id: string; created: number };

const maxPageSize = 100;
const known = ['payment_intent', 'created[gte]', 'limit', 'starting_after'];

export function listSessions(context: SandboxContext, call: Call): HttpResponse {
  const pageOf = (one: StripeCheckout) => payerUrl(context, one);
  return listPage(context, call, (one) => [sessionBody(one, pageOf(one)) as StripeListItem]);
}

export function listRefunds(context: SandboxContext, call: Call): HttpResponse {
  return listPage(context, call, (one) => refundsOf(one).map((each) => refundBody(one, each)));
}

export function listDisputes(context: SandboxContext, call: Call): HttpResponse {
  return listPage(context, call, (one) => disputesOf(one).map((each) => disputeBody(one, each)));
}

function listPage(
  context: SandboxContext,
  call: Call,
  bodiesOf: (checkout: StripeCheckout) => StripeListItem[],
): HttpResponse {
  const { intent, since, limit, after } = readListQuery(call.url.searchParams);
  const found = [...context.store.table('checkouts').values()]
    .filter((one) => one.provider === 'stripe')
    .filter((one) => intent === null || one.paymentIntent === intent)
    .flatMap(bodiesOf)
    .filter(({ created }) => created >= since)
    .sort((a, b) => b.created - a.created);
  const rest = found.slice(found.findIndex(({ id }) => id === after) + 1);
  const body = {
    object: 'list',
    url: call.url.pathname,
    has_more: rest.length > limit,
    data: rest.slice(0, limit),
  };
  return { status: 200, body: JSON.stringify(body), headers: { 'request-id': stripeId('req') } };
}

function readListQuery(query: URLSearchParams) {
  for (const key of query.keys()) {
    if (known.includes(key)) continue;
    throw new StripeError(400, { message: `Received unknown parameter: ${key}`, param: key });
  }
  const limit = Number(query.get('limit') ?? 10);
  if (!(limit >= 1 && limit <= maxPageSize))
    throw new StripeError(400, { message: 'limit is 1 to 100.', param: 'limit' });
  return {
    limit,
    intent: query.get('payment_intent'),
    since: Number(query.get('created[gte]') ?? 0),
    after: query.get('starting_after'),
  };
}
