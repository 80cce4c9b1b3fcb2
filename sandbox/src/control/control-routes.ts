/** Routes of the control API, with which users and tests control the simulated external systems. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { allowedActions } from '../checkout/checkout.ts';
import { payerUrl } from '../checkout/payer-url.ts';
import { moveClock } from '../clock/move-clock.ts';
import { registerService, unregisterService } from '../clock/registered-services.ts';
import { canonicalName, isRecordName, removeRecords, setRecords } from '../dns/zone.ts';
import { getActiveFaults, startFaults } from '../faults/inject-fault.ts';
import { ControlError, invalid, notFound } from '../http/control-error.ts';
import { readJson } from '../http/read-json.ts';
import type { Call, HttpResponse, Route } from '../http/router.ts';
import { json } from '../http/router.ts';
import { listMails } from '../mail/mailbox.ts';
import type { CheckoutChange } from '../payments/act-on-checkout.ts';
import { actOnCheckout, getCheckout } from '../payments/act-on-checkout.ts';
import type { Checkout, Domain } from '../records.ts';
import { displayedStatuses, isPending, otherRegistrar } from '../registry/domain.ts';
import { rgpStatus } from '../registry/expiry-phases.ts';
import { transferData } from '../registry/message-queue.ts';
import { answerTransfer, getDomain, patchDomain, takeOverDomain } from '../registry/registry.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { changeSettings, getSettings } from '../settings.ts';
import type { WebhookQueue } from '../webhook/deliver-webhooks.ts';
import { redeliver } from '../webhook/deliver-webhooks.ts';

type Inputs = typeof import('./inputs.ts');
type Run = (call: Call, inputs: Inputs) => unknown;

/** zod is loaded by the first call that needs it. */
function route(method: string, path: string, run: Run): Route {
  return {
    method,
    path,
    async run(call): Promise<HttpResponse> {
      return json(await run(call, await import('./inputs.ts')));
    },
  };
}

/** A call without fields: unknown fields are rejected instead of ignored. */
function bareRoute(method: string, path: string, run: (call: Call) => unknown): Route {
  return route(method, path, (call, { emptyInput }) => {
    readJson(call, emptyInput);
    return run(call);
  });
}

export function controlRoutes(context: SandboxContext, queue: WebhookQueue): Route[] {
  return [
    { method: 'GET', path: '/healthz', run: () => json({ ok: true }) },
    ...mailAndDnsRoutes(context),
    ...registryRoutes(context),
    ...checkoutRoutes(context, queue),
    ...clockRoutes(context),
  ];
}

function mailAndDnsRoutes(context: SandboxContext): Route[] {
  const nameOf = (call: Call) => {
    const name = canonicalName(call.params.name ?? '');
    if (isRecordName(name)) return name;
    throw invalid('This is not a DNS name.', { field: 'name' });
  };
  return [
    {
      method: 'GET',
      path: '/mail',
      run: (call) => json(listMails(context, call.url.searchParams.get('to'))),
    },
    { method: 'GET', path: '/dns', run: () => json([...context.store.table('dns').values()]) },
    route('PUT', '/dns/:name', (call, { dnsInput }) =>
      setRecords(context, nameOf(call), readJson(call, dnsInput)),
    ),
    bareRoute('DELETE', '/dns/:name', (call) => {
      if (!removeRecords(context, nameOf(call))) throw notFound('This name has no records.');
      return { name: nameOf(call), txt: [] };
    }),
  ];
}

function registryRoutes(context: SandboxContext): Route[] {
  const nameOf = (call: Call) => canonicalName(call.params.name ?? '');
  const answer = (call: Call, end: 'clientApproved' | 'clientRejected') =>
    toDomainBody(
      context,
      answerTransfer(context, nameOf(call), { registrar: losingRegistrar(nameOf(call)), end }),
    );
  /** Our registrar responds over EPP only. */
  const losingRegistrar = (name: string) => {
    const { registrar } = getDomain(context, name);
    return registrar === context.registrar.id ? otherRegistrar : registrar;
  };
  const at = '/registry/domains/:name';
  return [
    {
      method: 'GET',
      path: '/registry/domains',
      run: () =>
        json(
          [...context.store.table('domains').values()].map((each) => toDomainBody(context, each)),
        ),
    },
    {
      method: 'GET',
      path: at,
      run: (call) => json(toDomainBody(context, getDomain(context, nameOf(call)))),
    },
    route('PATCH', at, (call, { domainPatch }) => {
      const { expiry, lastTransferAt, statuses, ...patch } = readJson(call, domainPatch);
      const kept = statuses?.filter((status) => /^(?:client|server)/.test(status));
      return toDomainBody(
        context,
        patchDomain(context, nameOf(call), {
          ...patch,
          ...(kept && { statuses: [...new Set(kept)] }),
          ...(expiry && { expiresAt: expiry }),
          ...(lastTransferAt !== undefined && { transferredAt: lastTransferAt }),
        }),
      );
    }),
    bareRoute('DELETE', at, (call) =>
      toDomainBody(context, patchDomain(context, nameOf(call), { registered: false })),
    ),
    bareRoute('POST', `${at}/approve`, (call) => answer(call, 'clientApproved')),
    bareRoute('POST', `${at}/reject`, (call) => answer(call, 'clientRejected')),
    route('POST', `${at}/takeover`, (call, { takeoverInput }) => {
      const { authCode, pending = false } = readJson(call, takeoverInput);
      const domain = getDomain(context, nameOf(call));
      const request = { authCode: authCode ?? domain.authCode, pending };
      return toDomainBody(context, takeOverDomain(context, domain.name, request));
    }),
  ];
}

function checkoutRoutes(context: SandboxContext, queue: WebhookQueue): Route[] {
  const idOf = (call: Call) => call.params.id ?? '';
  const act = (call: Call, change: CheckoutChange) => {
    const checkout = actOnCheckout(context, idOf(call), change);
    queue.wake();
    return toCheckoutBody(context, checkout);
  };
  return [
    {
      method: 'GET',
      path: '/checkouts',
      run: () =>
        json(
          [...context.store.table('checkouts').values()]
            .reverse()
            .map((each) => toCheckoutBody(context, each)),
        ),
    },
    {
      method: 'GET',
      path: '/checkouts/:id',
      run: (call) => json(toCheckoutBody(context, getCheckout(context, idOf(call)))),
    },
    route('POST', '/checkouts/:id/pay', (call, { payInput }) => {
      const { async: later, part, over, amountCents } = readJson(call, payInput);
      const options = [later && 'payLater', part && 'payPart', over && 'payOver'] as const;
      const [action = 'pay', another] = options.filter((one) => one !== false && one !== undefined);
      if (another) throw invalid('Choose only one of async, part and over.');
      return act(call, { action, amountCents });
    }),
    ...(['refund', 'dispute'] as const).map((action) =>
      route('POST', `/checkouts/:id/${action}`, (call, { refundInput }) =>
        act(call, { action, ...readJson(call, refundInput) }),
      ),
    ),
    ...(['cancel', 'fail', 'win', 'lose'] as const).map((action) =>
      bareRoute('POST', `/checkouts/:id/${action}`, (call) => act(call, { action })),
    ),
    bareRoute('POST', '/checkouts/:id/redeliver', (call) => {
      const count = redeliver(context, getCheckout(context, idOf(call)).id);
      queue.wake();
      return { redelivered: count };
    }),
  ];
}

function clockRoutes(context: SandboxContext): Route[] {
  return [
    {
      method: 'GET',
      path: '/clock',
      run: () =>
        json({
          now: context.clock.now().toISOString(),
          offsetMs: context.clock.offsetMs(),
          accountsOffsetMs: context.clock.accountsOffsetMs(),
        }),
    },
    route('POST', '/clock', (call, { clockInput }) =>
      moveClock(context, readJson(call, clockInput)),
    ),
    route('POST', '/services', (call, { serviceInput }) => {
      assertSecret(context, call);
      return registerService(context, readJson(call, serviceInput));
    }),
    route('DELETE', '/services', (call, { serviceInput }) => {
      assertSecret(context, call);
      unregisterService(context, readJson(call, serviceInput));
      return {};
    }),
    { method: 'GET', path: '/settings', run: () => json(toSettingsBody(context)) },
    { method: 'GET', path: '/faults', run: () => json(Object.fromEntries(context.faultCounts)) },
    route('PUT', '/settings', (call, { settingsInput }) => {
      const { faults, ...settings } = readJson(call, settingsInput);
      changeSettings(context, {
        ...settings,
        ...(faults && { faults: startFaults(context, faults) }),
      });
      return toSettingsBody(context);
    }),
  ];
}

function assertSecret(context: SandboxContext, call: Call): void {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = call.headers['x-sandbox-secret'];
  if (typeof given === 'string' && timingSafeEqual(digest(given), digest(context.secret))) return;
  throw new ControlError(401, 'WRONG_SECRET', 'Only services of the product can register here.');
}

/** The settings in the form that PUT accepts; a timed fault shows its remaining time. */
function toSettingsBody(context: SandboxContext): Record<string, unknown> {
  return { ...getSettings(context), faults: getActiveFaults(context) };
}

/** A domain in the control API's format. */
function toDomainBody(context: SandboxContext, domain: Domain): Record<string, unknown> {
  const now = context.clock.now();
  return {
    name: domain.name,
    registered: domain.registered,
    registrar: domain.registrar,
    authCode: domain.authCode,
    statuses: displayedStatuses(domain, now),
    rgpStatus: domain.registered ? rgpStatus(domain, now) : null,
    nameservers: domain.nameservers,
    ds: domain.ds ?? [],
    registrant: toRegistrantBody(context, domain),
    createdAt: domain.createdAt,
    lastTransferAt: domain.transferredAt,
    expiry: domain.expiresAt,
    premium: domain.premium,
    autoApprove: domain.autoApprove !== false,
    pendingTransfer: isPending(domain) ? transferData(domain) : null,
    lastTransfer: domain.transfer ? transferData(domain) : null,
  };
}

/** The registrant's contact; null if it is one that the registry does not show. */
function toRegistrantBody({ store }: SandboxContext, { registrant }: Domain) {
  const contact = registrant === undefined ? undefined : store.table('contacts').get(registrant);
  if (!contact) return null;
  const { id, postalInfo, voice, email } = contact;
  return { id, postalInfo, voice, email };
}

/** A checkout in the control API's format, with its webhooks. */
function toCheckoutBody(context: SandboxContext, checkout: Checkout): Record<string, unknown> {
  const deliveries = [...context.store.table('deliveries').values()].filter(
    (delivery) => delivery.checkoutId === checkout.id,
  );
  return {
    id: checkout.id,
    provider: checkout.provider,
    status: checkout.status,
    amountCents: checkout.amountCents,
    refundedCents: checkout.refundedCents,
    currency: checkout.currency,
    reference: checkout.reference,
    metadata: checkout.provider === 'stripe' ? checkout.metadata : {},
    description: checkout.description,
    createdAt: checkout.createdAt,
    uri: payerUrl(context, checkout),
    successUrl: checkout.successUrl,
    cancelUrl: checkout.cancelUrl,
    actions: allowedActions(checkout),
    webhooks: deliveries.map(({ kind, state, attempts, lastResult }) => ({
      kind,
      state,
      attempts,
      lastResult,
    })),
  };
}
