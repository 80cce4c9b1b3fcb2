/**
 * At a registrar without repeatable orders a renewal is claimed before it is ordered, so that neither another replica nor
 * a restarted process orders it again while the order may still be carried out.
 */

import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Registrar } from '../registrar/registrar.ts';
import { EppUnavailableError, EppUnknownOutcomeError } from '../registrar/registrar-errors.ts';
import { commit } from '../service-context.ts';

/** Time for the queries before the order, which wait for their turn. */
const beforeOrderMs = 60_000;

interface Claim {
  id: string;
  holdId: string;
}

/** Runs the order. Throws BUSY while an earlier one may still be carried out, and nothing was sent then. */
export async function runClaimed<T>(
  registrar: Registrar,
  claim: Claim,
  order: () => Promise<T>,
): Promise<T> {
  const { settleMs } = registrar;
  if (settleMs === undefined) return order();
  const claimed = fromNow(settleMs + beforeOrderMs);
  if (!(await replaceWait(claim, (until) => !isWaiting(until), claimed)))
    throw new EppUnavailableError('BUSY', 'An earlier order of this name may still be running.');
  const isOurs = (until: Date | null) => until?.getTime() === claimed.getTime();
  try {
    return await order();
  } catch (error) {
    const isUnknown = error instanceof EppUnknownOutcomeError;
    await replaceWait(claim, isOurs, isUnknown ? fromNow(settleMs) : null);
    throw error;
  }
}

/** When the order may be repeated; undefined when it may be now. */
export async function findRenewalWait({ id, holdId }: Claim): Promise<Date | undefined> {
  const { renewal } = await domains.get(id);
  const until = renewal?.holdId === holdId ? renewal.unknownUntil : undefined;
  return until && isWaiting(until) ? until : undefined;
}

const fromNow = (ms: number) => new Date(now().getTime() + ms);
const isWaiting = (until: Date | null) => until !== null && until > now();

/** False, and nothing has changed: the present wait is not a replaceable one, or the renewal has ended. */
function replaceWait(
  { id, holdId }: Claim,
  isReplaceable: (until: Date | null) => boolean,
  unknownUntil: Date | null,
): Promise<boolean> {
  return commit(async (tx) => {
    const present = await domains.get(id, tx);
    const { renewal } = present;
    if (renewal?.holdId !== holdId || !isReplaceable(renewal.unknownUntil ?? null)) return false;
    await domains.update(present, { ...present, renewal: { ...renewal, unknownUntil } }, tx);
    return true;
  });
}
