/** Current prices of orders for domains; all names of one GraphQL request share one registry check. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Quote } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { Domain } from '../domain/domain.ts';
import { assertAllowed, isAllowed } from '../domain/domain-actions.ts';
import { readDomain } from '../domain/read-domains.ts';
import { queuePerAccount } from '../registrar/per-account-queue.ts';
import type { Registrar, RegistryFees } from '../registrar/registrar.ts';
import { registrarOf } from '../registrars.ts';
import { toDomainError, withCallerTimeout } from '../registry.ts';
import { commit, quotas } from '../service-context.ts';
import { requireSuffix } from '../suffix/suffixes.ts';
import type { QuotePurpose } from './fees.ts';
import { calculatePrice, toQuote } from './fees.ts';

/** Names in one check command. */
const maxNamesPerCheck = 50;
const actionFor = { TRANSFER: 'TRANSFER_IN', RENEWAL: 'RENEW' } as const;

/** Null when the order is not possible. */
export async function fetchQuote(
  context: Context,
  domain: Domain,
  purpose: QuotePurpose,
): Promise<Quote | null> {
  return isAllowed(actionFor[purpose], domain, now())
    ? fetchRegistryQuote(context, domain, purpose)
    : null;
}

/** For REST: throws the reason instead of returning null. */
export async function quoteDomain(
  context: Context,
  { id, purpose }: { id: string; purpose: QuotePurpose },
): Promise<Quote> {
  const domain = await readDomain(signedIn(context), id);
  assertAllowed(actionFor[purpose], domain, now());
  return fetchRegistryQuote(context, domain, purpose);
}

async function fetchRegistryQuote(
  context: Context,
  domain: Domain,
  purpose: QuotePurpose,
): Promise<Quote> {
  const row = requireSuffix(domain);
  const actor = signedIn(context);
  const registrar = registrarOf(domain);
  // Names are batched by registrar and by the years of a transfer, which are a parameter of the check.
  const batch = { name: `fees for ${row.yearsAdded} at ${registrar.id}`, id: domain.name };
  const request = { registrar, years: row.yearsAdded };
  const fees = await load(context, batch, (names) => fetchFees(actor, names, request));
  return toQuote(calculatePrice(fees ?? undefined, row, purpose));
}

async function fetchFees(
  { accountId }: AccountActor,
  names: readonly string[],
  { registrar, years }: { registrar: Registrar; years: number },
): Promise<Map<string, RegistryFees | null>> {
  const feesByName = new Map<string, RegistryFees | null>();
  for (let first = 0; first < names.length; first += maxNamesPerCheck) {
    const chunk = names.slice(first, first + maxNamesPerCheck);
    const check = async () => {
      await commit((tx) => quotas.take('registryQuotes', accountId, tx));
      return registrar.check(chunk, years);
    };
    const checks = await withCallerTimeout(queuePerAccount(registrar, accountId, check)).catch(
      (error: unknown) => {
        throw toDomainError(error);
      },
    );
    for (const { name, fees } of checks) feesByName.set(name, fees ?? null);
  }
  return feesByName;
}
