/** The control API (one table): what the outside world does when somebody on this laptop says so. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { openActions } from '../checkout/checkout.ts';
import { payerUrl } from '../checkout/payer-url.ts';
import { moveClock } from '../clock/move-clock.ts';
import { forgetPart, registerPart } from '../clock/registered-services.ts';
import { canonicalName, isRecordName, removeTxt, setTxt } from '../dns/zone.ts';
import { begin, remaining } from '../faults/inject-fault.ts';
import { ControlError, invalid, notFound } from '../http/control-error.ts';
import type { Call, HttpAnswer, Route } from '../http/router.ts';
import { json } from '../http/router.ts';
import { mailsTo } from '../mail/mailbox.ts';
import type { CheckoutMove } from '../payments/act-on-checkout.ts';
import { actOnCheckout, checkoutOf } from '../payments/act-on-checkout.ts';
import type { Checkout, Domain } from '../records.ts';
import { isPending, otherRegistrar, shownStatuses } from '../registry/domain.ts';
import { rgpStatus } from '../registry/expiry-phases.ts';
import { transferData } from '../registry/message-queue.ts';
import { answerTransfer, domainOf, patchDomain, takeOver } from '../registry/registry.ts';
import type { World } from '../sandbox-context.ts';
import { changeSettings, settingsOf } from '../settings.ts';
import type { WebhookQueue } from '../webhook/deliver-webhooks.ts';
import { redeliver } from '../webhook/deliver-webhooks.ts';

type Inputs = typeof import('./inputs.ts');
type Run = (call: Call, inputs: Inputs) => unknown;

/** zod loads with the first call that needs it. */
function route(method: string, path: string, run: Run): Route {
  return {
    method,
    path,
    async run(call): Promise<HttpAnswer> {
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

export function controlRoutes(world: World, queue: WebhookQueue): Route[] {
  return [
    { method: 'GET', path: '/healthz', run: () => json({ ok: true }) },
    ...mailAndDnsRoutes(world),
    ...registryRoutes(world),
    ...checkoutRoutes(world, queue),
    ...clockRoutes(world),
  ];
}

function mailAndDnsRoutes(world: World): Route[] {
  const nameOf = (call: Call) => {
    const name = canonicalName(call.params.name ?? '');
    if (isRecordName(name)) return name;
    throw invalid('This is no DNS name.', { field: 'name' });
  };
  return [
    {
      method: 'GET',
      path: '/mail',
      run: (call) => json(mailsTo(world, call.url.searchParams.get('to'))),
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

function registryRoutes(world: World): Route[] {
  const nameOf = (call: Call) => canonicalName(call.params.name ?? '');
  const answer = (call: Call, end: 'clientApproved' | 'clientRejected') =>
    shownDomain(world, answerTransfer(world, nameOf(call), { registrar: otherRegistrar, end }));
  const at = '/registry/domains/:name';
  return [
    {
      method: 'GET',
      path: '/registry/domains',
      run: () =>
        json([...world.store.table('domains').values()].map((each) => shownDomain(world, each))),
    },
    {
      method: 'GET',
      path: at,
      run: (call) => json(shownDomain(world, domainOf(world, nameOf(call)))),
    },
    route('PATCH', at, (call, { readJson, domainPatch }) => {
      const { expiry, statuses, ...patch } = readJson(call, domainPatch);
      const kept = statuses?.filter((status) => /^(?:client|server)/.test(status));
      return shownDomain(
        world,
        patchDomain(world, nameOf(call), {
          ...patch,
          ...(kept && { statuses: [...new Set(kept)] }),
          ...(expiry && { expiresAt: new Date(expiry).toISOString() }),
        }),
      );
    }),
    bareRoute('DELETE', at, (call) =>
      shownDomain(world, patchDomain(world, nameOf(call), { registered: false })),
    ),
    bareRoute('POST', `${at}/approve`, (call) => answer(call, 'clientApproved')),
    bareRoute('POST', `${at}/reject`, (call) => answer(call, 'clientRejected')),
    route('POST', `${at}/takeover`, (call, { readJson, takeoverInput }) => {
      const { authCode, pending = false } = readJson(call, takeoverInput);
      const domain = domainOf(world, nameOf(call));
      const request = { authCode: authCode ?? domain.authCode, pending };
      return shownDomain(world, takeOver(world, domain.name, request));
    }),
  ];
}

function checkoutRoutes(world: World, queue: WebhookQueue): Route[] {
  const idOf = (call: Call) => call.params.id ?? '';
  const act = (call: Call, move: CheckoutMove) => {
    const checkout = actOnCheckout(world, idOf(call), move);
    queue.poke();
    return shownCheckout(world, checkout);
  };
  return [
    {
      method: 'GET',
      path: '/checkouts',
      run: () =>
        json(
          [...world.store.table('checkouts').values()]
            .reverse()
            .map((each) => shownCheckout(world, each)),
        ),
    },
    {
      method: 'GET',
      path: '/checkouts/:id',
      run: (call) => json(shownCheckout(world, checkoutOf(world, idOf(call)))),
    },
    route('POST', '/checkouts/:id/pay', (call, { readJson, payInput }) => {
      const { async: later, part, over, amountCents } = readJson(call, payInput);
      const ways = [later && 'payLater', part && 'payPart', over && 'payOver'] as const;
      const [way = 'pay', another] = ways.filter((one) => one !== false && one !== undefined);
      if (another) throw invalid('A payment is late, a part or too much, not two of them.');
      return act(call, { action: way, amountCents });
    }),
    ...(['refund', 'dispute'] as const).map((action) =>
      route('POST', `/checkouts/:id/${action}`, (call, { readJson, backInput }) =>
        act(call, { action, ...readJson(call, backInput) }),
      ),
    ),
    ...(['cancel', 'fail', 'win', 'lose'] as const).map((action) =>
      bareRoute('POST', `/checkouts/:id/${action}`, (call) => act(call, { action })),
    ),
    bareRoute('POST', '/checkouts/:id/redeliver', (call) => {
      const count = redeliver(world, checkoutOf(world, idOf(call)).id);
      queue.poke();
      return { redelivered: count };
    }),
  ];
}

function clockRoutes(world: World): Route[] {
  return [
    {
      method: 'GET',
      path: '/clock',
      run: () => json({ now: world.clock.now().toISOString(), offsetMs: world.clock.offsetMs() }),
    },
    route('POST', '/clock', (call, { readJson, clockInput }) =>
      moveClock(world, readJson(call, clockInput)),
    ),
    route('POST', '/parts', (call, { readJson, partInput }) => {
      refuseWithoutSecret(world, call);
      return registerPart(world, readJson(call, partInput));
    }),
    route('DELETE', '/parts', (call, { readJson, partInput }) => {
      refuseWithoutSecret(world, call);
      forgetPart(world, readJson(call, partInput));
      return {};
    }),
    { method: 'GET', path: '/settings', run: () => json(shownSettings(world)) },
    { method: 'GET', path: '/faults', run: () => json(Object.fromEntries(world.struck)) },
    route('PUT', '/settings', (call, { readJson, settingsInput }) => {
      const { faults, ...settings } = readJson(call, settingsInput);
      changeSettings(world, { ...settings, ...(faults && { faults: begin(world, faults) }) });
      return shownSettings(world);
    }),
  ];
}

function refuseWithoutSecret(world: World, call: Call): void {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = call.headers['x-sandbox-secret'];
  if (typeof given === 'string' && timingSafeEqual(digest(given), digest(world.secret))) return;
  throw new ControlError(401, 'WRONG_SECRET', 'Only parts of the product register here.');
}

/** The settings in the shape in which they are put: of a fault with an end, what is left of it. */
function shownSettings(world: World): Record<string, unknown> {
  return { ...settingsOf(world), faults: remaining(world) };
}

/** A domain as the control API shows it. */
function shownDomain(world: World, domain: Domain): Record<string, unknown> {
  const now = world.clock.now();
  return {
    name: domain.name,
    registered: domain.registered,
    registrar: domain.registrar,
    authCode: domain.authCode,
    statuses: shownStatuses(domain, now),
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
function shownCheckout(world: World, checkout: Checkout): Record<string, unknown> {
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
    actions: openActions(checkout),
    webhooks: deliveries.map(({ kind, state, attempts, lastResult }) => ({
      kind,
      state,
      attempts,
      lastResult,
    })),
  };
}
