/** The control API (one table): what the outside world does when somebody on this laptop says so. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { allowedActions } from '../checkout/checkout.ts';
import { payerUrl } from '../checkout/payer-url.ts';
import { moveClock } from '../clock/move-clock.ts';
import { registerService, unregisterService } from '../clock/registered-services.ts';
import { canonicalName, isRecordName, removeTxt, setTxt } from '../dns/zone.ts';
import { getActiveFaults, startFaults } from '../faults/inject-fault.ts';
import { ControlError, invalid, notFound } from '../http/control-error.ts';
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

/** zod loads with the first call that needs it. */
function route(method: string, path: string, run: Run): Route {
  return {
    method,
    path,
    async run(call): Promise<HttpResponse> {
      return json(await run(call, await import('./inputs.ts')));
    },
  };
}

/** A call that takes no fields: one that brings some is refused, not half understood. */
function bareRoute(method: string, path: string, run: (call: Call) => unknown): Route {
  return route(method, path, (call, { readJson, emptyInput }) => {
    readJson(call, emptyInput);
    return run(call);
  });
}

export function controlRoutes(world: SandboxContext, queue: WebhookQueue): Route[] {
  return [
    { method: 'GET', path: '/healthz', run: () => json({ ok: true }) },
    ...mailAndDnsRoutes(world),
    ...registryRoutes(world),
    ...checkoutRoutes(world, queue),
    ...clockRoutes(world),
  ];
}

function mailAndDnsRoutes(world: SandboxContext): Route[] {
  const nameOf = (call: Call) => {
    const name = canonicalName(call.params.name ?? '');
    if (isRecordName(name)) return name;
    throw invalid('This is no DNS name.', { field: 'name' });
  };
  return [
    {
      method: 'GET',
      path: '/mail',
      run: (call) => json(listMails(world, call.url.searchParams.get('to'))),
    },
    { method: 'GET', path: '/dns', run: () => json([...world.store.table('dns').values()]) },
    route('PUT', '/dns/:name', (call, { readJson, txtInput }) =>
      setTxt(world, nameOf(call), readJson(call, txtInput).txt),
    ),
    bareRoute('DELETE', '/dns/:name', (call) => {
      if (!removeTxt(world, nameOf(call))) throw notFound('This name has no records.');
      return { name: nameOf(call), txt: [] };
    }),
  ];
}

function registryRoutes(world: SandboxContext): Route[] {
  const nameOf = (call: Call) => canonicalName(call.params.name ?? '');
  const answer = (call: Call, end: 'clientApproved' | 'clientRejected') =>
    toDomainBody(world, answerTransfer(world, nameOf(call), { registrar: otherRegistrar, end }));
  const at = '/registry/domains/:name';
  return [
    {
      method: 'GET',
      path: '/registry/domains',
      run: () =>
        json([...world.store.table('domains').values()].map((each) => toDomainBody(world, each))),
    },
    {
      method: 'GET',
      path: at,
      run: (call) => json(toDomainBody(world, getDomain(world, nameOf(call)))),
    },
    route('PATCH', at, (call, { readJson, domainPatch }) => {
      const { expiry, statuses, ...patch } = readJson(call, domainPatch);
      const kept = statuses?.filter((status) => /^(?:client|server)/.test(status));
      return toDomainBody(
        world,
        patchDomain(world, nameOf(call), {
          ...patch,
          ...(kept && { statuses: [...new Set(kept)] }),
          ...(expiry && { expiresAt: new Date(expiry).toISOString() }),
        }),
      );
    }),
    bareRoute('DELETE', at, (call) =>
      toDomainBody(world, patchDomain(world, nameOf(call), { registered: false })),
    ),
    bareRoute('POST', `${at}/approve`, (call) => answer(call, 'clientApproved')),
    bareRoute('POST', `${at}/reject`, (call) => answer(call, 'clientRejected')),
    route('POST', `${at}/takeover`, (call, { readJson, takeoverInput }) => {
      const { authCode, pending = false } = readJson(call, takeoverInput);
      const domain = getDomain(world, nameOf(call));
      const request = { authCode: authCode ?? domain.authCode, pending };
      return toDomainBody(world, takeOverDomain(world, domain.name, request));
    }),
  ];
}

function checkoutRoutes(world: SandboxContext, queue: WebhookQueue): Route[] {
  const idOf = (call: Call) => call.params.id ?? '';
  const act = (call: Call, move: CheckoutChange) => {
    const checkout = actOnCheckout(world, idOf(call), move);
    queue.wake();
    return toCheckoutBody(world, checkout);
  };
  return [
    {
      method: 'GET',
      path: '/checkouts',
      run: () =>
        json(
          [...world.store.table('checkouts').values()]
            .reverse()
            .map((each) => toCheckoutBody(world, each)),
        ),
    },
    {
      method: 'GET',
      path: '/checkouts/:id',
      run: (call) => json(toCheckoutBody(world, getCheckout(world, idOf(call)))),
    },
    route('POST', '/checkouts/:id/pay', (call, { readJson, payInput }) => {
      const { async: later, part, over, amountCents } = readJson(call, payInput);
      const ways = [later && 'payLater', part && 'payPart', over && 'payOver'] as const;
      const [way = 'pay', another] = ways.filter((one) => one !== false && one !== undefined);
      if (another) throw invalid('A payment is late, a part or too much, not two of them.');
      return act(call, { action: way, amountCents });
    }),
    ...(['refund', 'dispute'] as const).map((action) =>
      route('POST', `/checkouts/:id/${action}`, (call, { readJson, refundInput }) =>
        act(call, { action, ...readJson(call, refundInput) }),
      ),
    ),
    ...(['cancel', 'fail', 'win', 'lose'] as const).map((action) =>
      bareRoute('POST', `/checkouts/:id/${action}`, (call) => act(call, { action })),
    ),
    bareRoute('POST', '/checkouts/:id/redeliver', (call) => {
      const count = redeliver(world, getCheckout(world, idOf(call)).id);
      queue.wake();
      return { redelivered: count };
    }),
  ];
}

function clockRoutes(world: SandboxContext): Route[] {
  return [
    {
      method: 'GET',
      path: '/clock',
      run: () => json({ now: world.clock.now().toISOString(), offsetMs: world.clock.offsetMs() }),
    },
    route('POST', '/clock', (call, { readJson, clockInput }) =>
      moveClock(world, readJson(call, clockInput)),
    ),
    route('POST', '/parts', (call, { readJson, serviceInput }) => {
      assertSecret(world, call);
      return registerService(world, readJson(call, serviceInput));
    }),
    route('DELETE', '/parts', (call, { readJson, serviceInput }) => {
      assertSecret(world, call);
      unregisterService(world, readJson(call, serviceInput));
      return {};
    }),
    { method: 'GET', path: '/settings', run: () => json(toSettingsBody(world)) },
    { method: 'GET', path: '/faults', run: () => json(Object.fromEntries(world.faultCounts)) },
    route('PUT', '/settings', (call, { readJson, settingsInput }) => {
      const { faults, ...settings } = readJson(call, settingsInput);
      changeSettings(world, { ...settings, ...(faults && { faults: startFaults(world, faults) }) });
      return toSettingsBody(world);
    }),
  ];
}

function assertSecret(world: SandboxContext, call: Call): void {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = call.headers['x-sandbox-secret'];
  if (typeof given === 'string' && timingSafeEqual(digest(given), digest(world.secret))) return;
  throw new ControlError(401, 'WRONG_SECRET', 'Only parts of the product register here.');
}

/** The settings in the shape in which they are put: of a fault with an end, what is left of it. */
function toSettingsBody(world: SandboxContext): Record<string, unknown> {
  return { ...getSettings(world), faults: getActiveFaults(world) };
}

/** A domain as the control API shows it. */
function toDomainBody(world: SandboxContext, domain: Domain): Record<string, unknown> {
  const now = world.clock.now();
  return {
    name: domain.name,
    registered: domain.registered,
    registrar: domain.registrar,
    authCode: domain.authCode,
    statuses: displayedStatuses(domain, now),
    rgpStatus: domain.registered ? rgpStatus(domain, now) : null,
    nameservers: domain.nameservers,
    expiry: domain.expiresAt,
    premium: domain.premium,
    autoApprove: domain.autoApprove !== false,
    pendingTransfer: isPending(domain) ? transferData(domain) : null,
    lastTransfer: domain.transfer ? transferData(domain) : null,
  };
}

/** A checkout as the control API shows it, with what was sent about it. */
function toCheckoutBody(world: SandboxContext, checkout: Checkout): Record<string, unknown> {
  const deliveries = [...world.store.table('deliveries').values()].filter(
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
    uri: payerUrl(world, checkout),
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
