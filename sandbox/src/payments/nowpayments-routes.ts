/** NOWPayments' HTTP API. */

import { ControlError } from '../http/control-error.ts';
import { readJson } from '../http/read-json.ts';
import type { Call, HttpResponse, Route } from '../http/router.ts';
import { json } from '../http/router.ts';
import { invoiceBody, paymentBody, paymentStatus } from '../nowpayments/payment.ts';
import type { NowpaymentsCheckout } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';

/** Ids start here, so that they look like the provider's. */
const firstInvoice = 4_500_000_000;
const firstPayment = 5_700_000_000;
const loopback = ['localhost', '127.0.0.1', '[::1]'];

export function nowpaymentsRoutes(context: SandboxContext): Route[] {
  return [
    { method: 'GET', path: '/v1/status', run: () => json({ message: 'OK' }), formatError },
    {
      method: 'POST',
      path: '/v1/invoice',
      run: (call) => createInvoice(context, call),
      formatError,
    },
    {
      method: 'GET',
      path: '/v1/payment/:id',
      run: (call) => showPayment(context, call),
      formatError,
    },
  ];
}

async function createInvoice(context: SandboxContext, call: Call): Promise<HttpResponse> {
  assertApiKey(call);
  const { invoiceInput } = await import('../nowpayments/invoice-input.ts');
  const input = readJson(call, invoiceInput);
  const now = new Date().toISOString();
  const number = context.store.nextNumber('invoice');
  const invoice: NowpaymentsCheckout = {
    provider: 'nowpayments',
    id: String(firstInvoice + number),
    paymentId: String(firstPayment + number),
    status: 'open',
    amountCents: Math.round(input.price_amount * 100),
    priceAmount: input.price_amount,
    actuallyPaid: 0,
    currency: input.price_currency.toLowerCase(),
    refundedCents: 0,
    createdAt: now,
    updatedAt: now,
    reference: input.order_id ?? null,
    description: input.order_description ?? '',
    successUrl: input.success_url ?? null,
    cancelUrl: input.cancel_url ?? null,
    ipnUrl: localOnly(input.ipn_callback_url),
  };
  context.store.commit(
    ['checkouts', invoice.id, invoice],
    ['payments', invoice.paymentId, invoice.id],
  );
  return json(invoiceBody(invoice, `${context.controlUrl}/pay/${invoice.id}`));
}

function showPayment(context: SandboxContext, call: Call): HttpResponse {
  assertApiKey(call);
  const id = context.store.table('payments').get(call.params.id ?? '');
  const checkout = id === undefined ? undefined : context.store.table('checkouts').get(id);
  if (checkout?.provider !== 'nowpayments') {
    throw new ControlError(404, 'PAYMENT_NOT_FOUND', 'Payment was not found');
  }
  return json(paymentBody(checkout, paymentStatus(checkout)));
}

/** The sandbox never calls another machine, whatever URL an order contains. */
function localOnly(address: string | undefined): string | null {
  if (address === undefined) return null;
  return loopback.includes(new URL(address).hostname) ? address : null;
}

function assertApiKey(call: Call): void {
  if (call.headers['x-api-key']) return;
  throw new ControlError(403, 'INVALID_API_KEY', 'Invalid api key');
}

/** The provider's error format. */
function formatError(error: ControlError): HttpResponse {
  return json(
    { status: false, statusCode: error.status, code: error.code, message: error.message },
    error.status,
  );
}
