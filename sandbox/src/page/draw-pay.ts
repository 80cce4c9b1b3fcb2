/** The provider's page as the payer sees it. */

import { returnUrl } from '../checkout/payer-url.ts';
import type { Checkout } from '../records.ts';
import { actionButtons } from './draw-checkouts.ts';
import { drawDocument } from './draw-page.ts';
import type { Html } from './html.ts';
import { html, money } from './html.ts';

const done: Readonly<Record<string, string>> = {
  processing: 'The payment is on its way.',
  partially_paid: 'A part of the amount has arrived.',
  paid: 'The payment is done.',
  failed: 'The payment failed.',
  cancelled: 'The payment was cancelled.',
  expired: 'This page has expired.',
  refunded: 'The payment was given back.',
  disputed: 'The payment is disputed.',
  lost: 'The payment was taken back by the payer’s bank.',
};

const payersOwn = ['pay', 'payLater', 'payPart', 'payOver', 'cancel', 'fail'];

export function drawPay(checkout: Checkout): string {
  const provider = checkout.provider === 'stripe' ? 'Stripe' : 'NOWPayments';
  const body = html`<main class="pay">
    <p class="hint">${provider}, played by the sandbox. No money moves.</p>
    <h1 class="sum">${money(checkout.amountCents, checkout.currency)}</h1>
    <p>${checkout.description || 'Payment'}</p>
    <p id="banner" role="alert" hidden></p>
    ${done[checkout.status] && html`<p class="notice">${done[checkout.status]}</p>`}
    <p class="buttons">${actionButtons(checkout, payersOwn)}</p>
    ${checkout.status !== 'open' && back(checkout)}
  </main>`;
  return drawDocument(`Pay ${money(checkout.amountCents, checkout.currency)}`, body, null);
}

/** Where a link to a checkout leads that is not there. */
export function drawNoCheckout(): string {
  const body = html`<main class="pay">
    <h1>There is no such checkout</h1>
    <p>It was never made here, or the sandbox's data were deleted.</p>
    <p><a class="return" href="/">All of the sandbox</a></p>
  </main>`;
  return drawDocument('There is no such checkout', body, null);
}

function back(checkout: Checkout): Html | false {
  const paid = ['paid', 'processing', 'partially_paid'].includes(checkout.status);
  const url = returnUrl(checkout, paid);
  return url !== null && html`<p><a class="return" href="${url}">Back to the shop</a></p>`;
}
