/** What an order for a domain costs now: the registry is asked for all names of one request at once. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import type { Quote } from '@nameloan/contracts/errors.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import type { QuotePurpose } from '../custody/fees.ts';
import { calculatePrice, toQuote } from '../custody/fees.ts';
import { queuePerAccount } from '../registrar/per-account-queue.ts';
import type { RegistryFees } from '../registrar/registrar.ts';
import { registry, toDomainError, withCallerTimeout } from '../registry.ts';
import { commit, quotas } from '../service-context.ts';
import { requireSuffix } from '../suffix/suffixes.ts';
import type { Domain } from './domain.ts';
import { assertAllowed, isAllowed } from './domain-actions.ts';
import { readDomain } from './read-domains.ts';

/** Names in one question to the registry. */
const maxNamesPerCheck = 50;
const actionFor = { TRANSFER: 'TRANSFER_IN', RENEWAL: 'RENEW' } as const;

/** Null where the order would be refused anyway. */
export async function fetchQuote(
  context: Context,
  domain: Domain,
  purpose: QuotePurpose,
): Promise<Quote | null> {
  return isAllowed(actionFor[purpose], domain, now())
    ? fetchRegistryQuote(context, domain, purpose)
    : null;
}

/** For REST: the refusal itself in place of null. */
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
  // The years of a transfer are part of the question, so names go together with their like.
  const asked = { name: `fees for ${row.yearsAdded}`, id: domain.name };
  const fees = await load(context, asked, (names) => fetchFees(actor, names, row.yearsAdded));
  return toQuote(calculatePrice(fees ?? undefined, row, purpose));
}

async function fetchFees(
  { accountId }: AccountActor,
  names: readonly string[],
  years: number,
): Promise<Map<string, RegistryFees | null>> {
  const found = new Map<string, RegistryFees | null>();
  for (let first = 0; first < names.length; first += maxNamesPerCheck) {
    const some = names.slice(first, first + maxNamesPerCheck);
    const ask = async () => {
      await commit((tx) => quotas.take('registryQuotes', accountId, tx));
      return registry().check(some, years);
    };
    const checks = await withCallerTimeout(queuePerAccount(accountId, ask)).catch(
      (error: unknown) => {
        throw toDomainError(error);
      },
    );
    for (const { name, fees } of checks) found.set(name, fees ?? null);
  }
  return found;
}
