/** Routes on the internal port: provider webhooks and, with the secret, the ledger check and operator commands. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { requireSecret } from '@nameloan/subgraph/http';
import { registerReconcileEndpoint } from '@nameloan/subgraph/http/reconcile-endpoint';
import { z } from 'zod';
import { checkLedger } from './ledger-check/check-ledger.ts';
import { verifyIpn } from './nowpayments/verify-ipn.ts';
import { isOperatorCommand, operatorCommands } from './operator-commands.ts';
import type { SignedEvent } from './provider-event/provider-event.ts';
import { receiveEvent } from './provider-event/receive-event.ts';
import { comparedRecords } from './reconcile/compared-records.ts';
import { verifyStripe } from './stripe/verify-stripe.ts';

/** Provider calls are a few kilobytes. */
const maxBodyBytes = 1024 * 1024;

const operatorBody = z.strictObject({
  command: z.string().refine(isOperatorCommand),
  // The shell splits a reason into several arguments.
  args: z.array(z.string().max(1000)).max(300),
});

type VerifySignature = (body: Buffer, signature: unknown) => SignedEvent | Promise<SignedEvent>;

export function routes(app: HttpServer, keyring: Keyring): void {
  app.register(async (webhooks) => {
    // The signature covers the raw bytes, so no content type is parsed.
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    registerWebhook(
      webhooks,
      { path: '/webhooks/stripe', header: 'stripe-signature' },
      verifyStripe,
    );
    registerWebhook(
      webhooks,
      { path: '/webhooks/nowpayments', header: 'x-nowpayments-sig' },
      verifyIpn,
    );
  });
  app.post('/operator', async (request) => {
    requireSecret(request, keyring);
    const body = operatorBody.safeParse(request.body);
    if (!body.success) throw new DomainError('INVALID_INPUT', 'Required: `command` and `args`.');
    const { command, args } = body.data;
    return { message: await operatorCommands[command](args) };
  });
  registerReconcileEndpoint(app, keyring, comparedRecords);
  app.get('/ledger/check', async (request) => {
    requireSecret(request, keyring);
    return checkLedger();
  });
}

function registerWebhook(
  app: HttpServer,
  { path, header }: { path: string; header: string },
  verify: VerifySignature,
): void {
  app.post(path, { bodyLimit: maxBodyBytes }, async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await receiveEvent(await verify(body, request.headers[header]));
    return { received: true };
  });
}
