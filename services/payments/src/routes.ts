/** Doors for programs on the internal port: the providers' webhooks, and the books for who has the secret. */

import type { HttpServer } from '@nameloan/service/http.ts';
import { requireSecret } from '@nameloan/service/http.ts';
import type { Keyring } from '@nameloan/service/keyring.ts';
import { checkLedger } from './ledger/check-ledger.ts';
import { verifyIpn } from './nowpayments/verify-ipn.ts';
import type { SignedEvent } from './provider-event/provider-event.ts';
import { receiveEvent } from './provider-event/receive-event.ts';
import { verifyStripe } from './stripe/verify-stripe.ts';

/** Providers' calls are a few kilobytes. */
const mostBytes = 1024 * 1024;

type Verify = (body: Buffer, signature: unknown) => SignedEvent | Promise<SignedEvent>;

export function routes(app: HttpServer, keyring: Keyring): void {
  app.register(async (webhooks) => {
    // A signature is over the very bytes that came, whatever their content type says.
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    webhook(webhooks, { path: '/webhooks/stripe', header: 'stripe-signature' }, verifyStripe);
    webhook(webhooks, { path: '/webhooks/nowpayments', header: 'x-nowpayments-sig' }, verifyIpn);
  });
  app.get('/ledger/check', async (request) => {
    requireSecret(request, keyring);
    return checkLedger();
  });
}

function webhook(
  app: HttpServer,
  { path, header }: { path: string; header: string },
  verify: Verify,
): void {
  app.post(path, { bodyLimit: mostBytes }, async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await receiveEvent(await verify(body, request.headers[header]));
    return { received: true };
  });
}
