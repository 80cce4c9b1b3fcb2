/** Stripe's Checkout Session: created from the product's form, rendered in Stripe's format. */

import { randomBytes } from 'node:crypto';
import type { StripeCheckout } from '../records.ts';
import type { FormValue } from './form.ts';
import { textAt } from './form.ts';
import { StripeError } from './stripe-error.ts';

const defaultApiVersion = '2026-10-28.endive';
const lifeSeconds = 24 * 3600;
const minLifeSeconds = 30 * 60;
/** Stripe's limits for a charge in US dollars. */
const minCents = 50;
const maxCents = 99_999_999;
const known = [
  'mode',
  'line_items',
  'success_url',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'metadata',
  'payment_intent_data',
  'payment_method_types',
  'expires_at',
  'locale',
  'submit_type',
  'ui_mode',
  'expand',
  'customer_creation',
  'billing_address_collection',
  'allow_promotion_codes',
];

/** A new session from its form. Throws Stripe's errors. */
export function newSession(form: FormValue, apiVersion: string | undefined): StripeCheckout {
  if (typeof form === 'string') throw new StripeError(400, { message: 'The body is not a form.' });
  for (const key of Object.keys(form)) {
    if (known.includes(key)) continue;
    throw new StripeError(400, {
      message: `Received unknown parameter: ${key}`,
      param: key,
      code: 'parameter_unknown',
    });
  }
  if (textAt(form, 'mode') !== 'payment')
    throw missing('mode', 'The sandbox takes mode=payment only.');
  const { amountCents, currency, description } = itemsOf(form);
  const now = new Date();
  return {
    provider: 'stripe',
    id: `cs_test_${randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
    status: 'open',
    amountCents,
    currency,
    refundedCents: 0,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    reference: textAt(form, 'client_reference_id') ?? null,
    description,
    successUrl: webAddress(form, 'success_url'),
    cancelUrl: textAt(form, 'cancel_url') === undefined ? null : webAddress(form, 'cancel_url'),
    paymentIntent: `pi_${randomBytes(12).toString('hex')}`,
    charge: `ch_${randomBytes(12).toString('hex')}`,
    metadata: metadataOf(form, 'metadata'),
    intentMetadata: metadataOf(form, 'payment_intent_data', 'metadata'),
    customerEmail: textAt(form, 'customer_email') ?? null,
    expiresAt: expiryOf(form, now).toISOString(),
    apiVersion: apiVersion ?? defaultApiVersion,
  };
}

/** The session in the format of the API and the events; null `pageUrl` omits the page. */
export function sessionBody(
  checkout: StripeCheckout,
  pageUrl: string | null,
): Record<string, unknown> {
  const paid = ['paid', 'refunded', 'disputed', 'lost'].includes(checkout.status);
  const over = ['cancelled', 'expired'].includes(checkout.status);
  const open = checkout.status === 'open';
  return {
    id: checkout.id,
    object: 'checkout.session',
    amount_subtotal: checkout.amountCents,
    amount_total: checkout.amountCents,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.reference,
    created: Math.floor(Date.parse(checkout.createdAt) / 1000),
    currency: checkout.currency,
    customer: null,
    customer_details: open ? null : { email: checkout.customerEmail },
    customer_email: checkout.customerEmail,
    expires_at: Math.floor(Date.parse(checkout.expiresAt) / 1000),
    livemode: false,
    metadata: checkout.metadata,
    mode: 'payment',
    payment_intent: open || over ? null : checkout.paymentIntent,
    payment_method_types: ['card'],
    payment_status: paid ? 'paid' : 'unpaid',
    status: open ? 'open' : over ? 'expired' : 'complete',
    success_url: checkout.successUrl,
    ui_mode: 'hosted',
    url: open ? pageUrl : null,
  };
}

function itemsOf(form: FormValue): { amountCents: number; currency: string; description: string } {
  const items = typeof form === 'string' ? undefined : form.line_items;
  if (!items || typeof items === 'string')
    throw missing('line_items', 'Missing required param: line_items.');
  let amountCents = 0;
  let currency = '';
  let description = '';
  for (const [place, item] of Object.entries(items)) {
    const param = `line_items[${place}]`;
    const cents = wholeNumber(
      textAt(item, 'price_data', 'unit_amount'),
      `${param}[price_data][unit_amount]`,
    );
    const quantity = wholeNumber(textAt(item, 'quantity') ?? '1', `${param}[quantity]`);
    const itemCurrency = (textAt(item, 'price_data', 'currency') ?? '').toLowerCase();
    if (!/^[a-z]{3}$/.test(itemCurrency) || (currency && itemCurrency !== currency)) {
      throw missing(
        `${param}[price_data][currency]`,
        'All items need one currency of three letters.',
      );
    }
    currency = itemCurrency;
    description ||= textAt(item, 'price_data', 'product_data', 'name') ?? '';
    if (!description)
      throw missing(`${param}[price_data][product_data][name]`, 'Missing required param: name.');
    amountCents += cents * quantity;
  }
  if (amountCents < minCents) {
    throw new StripeError(400, {
      message: 'The amount is too small for a charge.',
      code: 'amount_too_small',
    });
  }
  if (amountCents > maxCents) {
    throw new StripeError(400, {
      message: 'The amount is too large for a charge.',
      code: 'amount_too_large',
    });
  }
  return { amountCents, currency, description };
}

function wholeNumber(text: string | undefined, param: string): number {
  if (text !== undefined && /^\d{1,12}$/.test(text)) return Number(text);
  throw new StripeError(400, {
    message: `Invalid integer: ${text ?? ''}`,
    param,
    code: 'parameter_invalid_integer',
  });
}

function webAddress(form: FormValue, param: string): string {
  const text = textAt(form, param);
  if (text === undefined) throw missing(param, `Missing required param: ${param}.`);
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new StripeError(400, { message: 'Not a valid URL', param, code: 'url_invalid' });
}

function metadataOf(form: FormValue, ...path: string[]): Record<string, string> {
  let value: FormValue | undefined = form;
  for (const segment of path) value = typeof value === 'string' ? undefined : value?.[segment];
  if (value === undefined || value === '') return {};
  const entries = typeof value === 'string' ? [] : Object.entries(value);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (typeof value === 'string' || texts.length !== entries.length || texts.length > 50) {
    throw new StripeError(400, {
      message: 'Metadata is at most 50 texts by name.',
      param: path.join('.'),
    });
  }
  return Object.fromEntries(texts);
}

function expiryOf(form: FormValue, now: Date): Date {
  const given = textAt(form, 'expires_at');
  if (given === undefined) return new Date(now.getTime() + lifeSeconds * 1000);
  const at = wholeNumber(given, 'expires_at') * 1000;
  const inSeconds = (at - now.getTime()) / 1000;
  if (inSeconds >= minLifeSeconds - 60 && inSeconds <= lifeSeconds + 60) return new Date(at);
  throw new StripeError(400, {
    message: 'The expires_at timestamp must be between 30 minutes and 24 hours from now.',
    param: 'expires_at',
  });
}

function missing(param: string, message: string): StripeError {
  return new StripeError(400, { message, param, code: 'parameter_missing' });
}
