/** The URL of the payment page, and the URL to which the provider redirects the payer. */

import type { Checkout } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';

/** The checkout's payment page on the control port. */
export function payerUrl(context: SandboxContext, checkout: Checkout): string {
  return `${context.controlUrl}/pay/${checkout.id}`;
}

/** The redirect after payment or cancellation; Stripe replaces the placeholder with the session's id. */
export function returnUrl(checkout: Checkout, paid: boolean): string | null {
  const url = paid ? checkout.successUrl : (checkout.cancelUrl ?? checkout.successUrl);
  return url?.replaceAll('{CHECKOUT_SESSION_ID}', checkout.id) ?? null;
}
