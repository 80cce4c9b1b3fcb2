/** The checkouts view: every checkout with its actions and webhooks. */

import type { CheckoutAction } from '../checkout/checkout.ts';
import { allowedActions } from '../checkout/checkout.ts';
import type { Checkout, Delivery } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Html } from './html.ts';
import { button, chip, formatMoney, formatTime, html } from './html.ts';

const maxShown = 100;

const labels = {
  pay: 'Pay',
  payLater: 'Pay later',
  payPart: 'Pay in part',
  payOver: 'Pay too much',
  fail: 'Fail',
  cancel: 'Cancel',
  refund: 'Refund',
  dispute: 'Dispute',
  win: 'Dispute won',
  lose: 'Dispute lost',
} as const;

export type PayerAction = Exclude<CheckoutAction, 'expire'>;

const bodies: Readonly<Record<string, { path: string; body: unknown }>> = {
  payLater: { path: 'pay', body: { async: true } },
  payPart: { path: 'pay', body: { part: true } },
  payOver: { path: 'pay', body: { over: true } },
};

export function drawCheckouts(context: SandboxContext): Html {
  const checkouts = [...context.store.table('checkouts').values()].reverse().slice(0, maxShown);
  if (checkouts.length === 0)
    return html`<p class="empty">No payment page has been opened yet.</p>`;
  const sent = Map.groupBy(context.store.table('deliveries').values(), (each) => each.checkoutId);
  return html`<ul class="rows">${checkouts.map((each) => drawCheckout(each, sent.get(each.id) ?? []))}</ul>`;
}

function drawCheckout(checkout: Checkout, sent: readonly Delivery[]): Html {
  const at = `/checkouts/${encodeURIComponent(checkout.id)}`;
  return html`<li class="card checkout">
    <div>
      <p class="amount">${formatMoney(checkout.amountCents, checkout.currency)} ${chip(checkout.status)}</p>
      <p>${checkout.provider === 'stripe' ? 'Card by Stripe' : 'Cryptocurrency by NOWPayments'}, ${formatTime(checkout.createdAt)}</p>
      <p class="hint"><a href="/pay/${checkout.id}">Payment page</a>${checkout.reference && ` · ${checkout.reference}`}</p>
    </div>
    <div class="sent">${sent.map(drawDelivery)}</div>
    <p class="buttons">${actionButtons(checkout)}
      ${sent.length > 0 && button('Send again', `POST ${at}/redeliver`)}</p>
  </li>`;
}

function drawDelivery(delivery: Delivery): Html {
  const attempts = delivery.attempts > 1 && ` · ${delivery.attempts} attempts`;
  return html`<p><code>${delivery.kind}</code> ${chip(delivery.state)} <small>${delivery.lastResult}${attempts}</small></p>`;
}

/** A button for each allowed action, or for those in `only`, in that order. */
export function actionButtons(checkout: Checkout, only?: readonly PayerAction[]): Html[] {
  const at = `POST /checkouts/${encodeURIComponent(checkout.id)}`;
  const open = allowedActions(checkout).filter(
    (action): action is PayerAction => action !== 'expire',
  );
  const shown = only ? only.filter((action) => open.includes(action)) : open;
  return shown.flatMap((action) => {
    const { path, body } = bodies[action] ?? { path: action, body: undefined };
    const kind = action === 'pay' ? 'primary' : '';
    const whole = button(labels[action], `${at}/${path}`, { body, kind });
    const back = action === 'refund' || action === 'dispute';
    if (!back || checkout.provider !== 'stripe') return [whole];
    const quarter = { amountCents: Math.max(1, Math.round(checkout.amountCents / 4)) };
    return [whole, button(`${labels[action]} a quarter`, `${at}/${path}`, { body: quarter })];
  });
}
