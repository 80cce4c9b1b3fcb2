/** Sets or clears the owner's own figure of a domain's value, which is shown as theirs and never as an estimate. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { stepUpRequired } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { access, commit, quotas } from '../service-context.ts';
import { domains } from './domain.model.ts';
import type { Domain, FormerOwnerValue } from './domain.ts';
import { assertOwner, domainRef, minValuableCents, transferOutWaitMs } from './domain.ts';

/** US cents: $1 to $1,000,000,000. */
const range = { min: 100, max: 100_000_000_000 };

/**
 * Null clears it; undefined is an error, so that a forgotten field clears nothing. STEP_UP_REQUIRED and a mail if a figure
 * of $5,000 or more is lowered or cleared, because the wait before a transfer out may depend on it.
 */
export async function setOwnerValue(
  actor: AccountActor,
  id: string,
  cents: number | null | undefined,
): Promise<Domain> {
  const { accountId } = actor;
  const isInRange =
    cents === null || (cents !== undefined && cents >= range.min && cents <= range.max);
  const sentence = 'Enter your figure in dollars, from $1 to $1,000,000,000, or null for none.';
  const known = assertOwner(await domains.find(id), accountId);
  assertValid(isInRange ? {} : { ownerValue: sentence });
  const presentCents = cents ?? null;
  const isProven = isLowered(known, presentCents);
  if (isProven) await access.fresh(actor);
  return commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), accountId);
    if (!isLowered(domain, presentCents)) return storeFigure(domain, presentCents, tx);
    // It was raised since it was read.
    if (!isProven) throw stepUpRequired();
    await quotas.take('loweredValues', accountId, tx);
    const lowered = await storeFigure(domain, presentCents, tx);
    const formerCents = domain.ownerValueCents ?? 0;
    const data = { ...domainRef(lowered), formerCents, presentCents };
    tx.emit('domains.domain.owner-value-lowered', lowered, data);
    return lowered;
  });
}

/** Whether a figure that makes the domain valuable is lowered or cleared. */
function isLowered({ ownerValueCents }: Domain, cents: number | null): boolean {
  const formerCents = ownerValueCents ?? 0;
  return formerCents >= minValuableCents && (cents ?? 0) < formerCents;
}

function storeFigure(domain: Domain, ownerValueCents: number | null, tx: Tx): Promise<Domain> {
  const formerOwnerValue = rememberFigure(domain, ownerValueCents ?? 0);
  return domains.update(domain, { ...domain, ownerValueCents, formerOwnerValue }, tx);
}

/** A lowered figure counts as long as a transfer out would have waited, so that a thief gains nothing by lowering it. */
function rememberFigure(domain: Domain, cents: number): FormerOwnerValue | null {
  const former = domain.formerOwnerValue ?? null;
  const present = domain.ownerValueCents ?? 0;
  const remembered = former && former.until > now() ? former.amountCents : 0;
  if (present <= cents) return former;
  return {
    amountCents: Math.max(present, remembered),
    until: new Date(now().getTime() + transferOutWaitMs),
  };
}
