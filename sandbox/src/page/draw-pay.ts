/** The provider's payment page, as the payer sees it. */

import { returnUrl } from '../checkout/payer-url.ts';
import type { Checkout } from '../records.ts';
import { actionButtons } from './draw-checkouts.ts';
import { drawDocument } from './draw-page.ts';
import type { Html } from './html.ts';
import { formatMoney, html, mark } from './html.ts';

const statusMessages: Readonly<Record<string, string>> = {
  processing: 'The payment is on its way.',
  partially_paid: 'Part of the amount has arrived.',
  paid: 'The payment is done.',
  failed: 'The payment failed.',
  cancelled: 'The payment was cancelled.',
  expired: 'This page has expired.',
  refunded: 'The payment was refunded.',
  disputed: 'The payment is disputed.',
  lost: 'The payer’s bank reversed the payment.',
};

const tones: Readonly<Record<string, string>> = { paid: 'green', failed: 'red', lost: 'red' };

/** Common actions are always visible, rare ones in a disclosure. */
const commonActions = ['pay', 'cancel', 'fail'] as const;
const rareActions = ['payLater', 'payPart', 'payOver'] as const;

export function drawPay(checkout: Checkout): string {
  const stripe = checkout.provider === 'stripe';
  const sum = formatMoney(checkout.amountCents, checkout.currency);
  const status = statusMessages[checkout.status];
  const others = actionButtons(checkout, rareActions);
  const body = html`<main class="pay">
    <p class="provider">${mark()} <span>${stripe ? 'Card payment' : 'Payment in cryptocurrency'}</span></p>
    <section class="card" aria-labelledby="sum">
      <h1 id="sum" class="sum">${sum}</h1>
      <dl>
        <dt>For</dt><dd>${checkout.description || 'Payment'}</dd>
        ${checkout.successUrl && html`<dt>To</dt><dd>${hostOf(checkout.successUrl)}</dd>`}
        <dt>By</dt><dd>${stripe ? 'Stripe' : 'NOWPayments'}, simulated by the sandbox</dd>
      </dl>
      <p id="banner" role="alert" hidden></p>
      ${status && html`<p class="notice ${tones[checkout.status] ?? ''}" role="status">${status}</p>`}
      <p class="buttons">${actionButtons(checkout, commonActions)}${status && returnLink(checkout, 'return primary')}</p>
      ${others.length > 0 && html`<details><summary>Other ways to pay</summary><p class="buttons">${others}</p></details>`}
    </section>
    <p class="hint">No money moves here. ${!status && returnLink(checkout, 'return')}</p>
  </main>`;
  return drawDocument(`Pay ${sum}`, body, null);
}

/** The page for an unknown checkout. */
export function drawNoCheckout(): string {
  const body = html`<main class="pay">
    <h1>There is no such checkout</h1>
    <p>It was not created here, or the sandbox’s data was deleted.</p>
    <p><a href="/">Go to the sandbox</a></p>
  </main>`;
  return drawDocument('There is no such checkout', body, null);
}

function returnLink(checkout: Checkout, className: string): Html | false {
  const paid = ['paid', 'processing', 'partially_paid'].includes(checkout.status);
  const url = returnUrl(checkout, paid);
  return url !== null && html`<a class="${className}" href="${url}">Back to the shop</a>`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
