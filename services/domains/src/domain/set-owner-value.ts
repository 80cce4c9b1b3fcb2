/** Sets or clears the owner's own figure of a domain's value, which is shown as theirs and never as an estimate. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import { now } from '@nameloan/runtime/clock';
import { commit } from '../service-context.ts';
import { domains } from './domain.model.ts';
import type { Domain, FormerOwnerValue } from './domain.ts';
import { assertOwner, transferOutWaitMs } from './domain.ts';

/** US cents: $1 to $1,000,000,000. */
const range = { min: 100, max: 100_000_000_000 };

/** Null clears it; undefined is an error, so that a forgotten field clears nothing. */
export function setOwnerValue(
  actor: AccountActor,
  id: string,
  cents: number | null | undefined,
): Promise<Domain> {
  const isInRange =
    cents === null || (cents !== undefined && cents >= range.min && cents <= range.max);
  const sentence = 'Enter your figure in dollars, from $1 to $1,000,000,000, or null for none.';
  return commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    assertValid(isInRange ? {} : { ownerValue: sentence });
    const formerOwnerValue = rememberFigure(domain, cents ?? 0);
    const changes = { ownerValueCents: cents ?? null, formerOwnerValue };
    return domains.update(domain, { ...domain, ...changes }, tx);
  });
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
