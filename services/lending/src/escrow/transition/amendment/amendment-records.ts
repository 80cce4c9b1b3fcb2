/** Derives the records of a loan's amendments from a transition. Pure. */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { Amendment, AmendmentStatus } from '../../../loan/amendment.ts';
import { buildAmendmentId } from '../../../loan/amendment.ts';
import type { Escrow } from '../../escrow.ts';
import type { AppliedTransition } from '../transitions.ts';

export type AmendmentUpdate = Partial<Omit<Amendment, 'id' | 'version' | 'escrowId'>>;

export interface AmendmentChanges {
  added: Amendment[];
  /** By amendment id. */
  updated: [id: string, update: AmendmentUpdate][];
}

export function listAmendmentChanges(applied: AppliedTransition): AmendmentChanges {
  const { before, after, input, at } = applied;
  if (input.transition === 'SEAL_AMENDMENT')
    return { added: [], updated: [[buildAmendmentId(after.id, input.seq), { sealedAt: at }]] };
  const [old, live] = [before.amendment ?? null, after.amendment ?? null];
  if (old === live) return { added: [], updated: [] };
  const updated: AmendmentChanges['updated'] = [];
  if (old && live?.seq === old.seq)
    updated.push([buildAmendmentId(after.id, live.seq), { ...live }]);
  if (old && live?.seq !== old.seq)
    updated.push([buildAmendmentId(after.id, old.seq), buildEnd(applied)]);
  return { added: live && live.seq !== old?.seq ? [build(applied, live)] : [], updated };
}

function build(
  { after, input, at }: AppliedTransition,
  live: NonNullable<Escrow['amendment']>,
): Amendment {
  const message = 'message' in input ? (input.message ?? null) : null;
  return {
    ...live,
    id: buildAmendmentId(after.id, live.seq),
    version: 1,
    escrowId: after.id,
    baseVersion: (after.amended?.count ?? 0) + 1,
    parentSha256: after.amended?.sha256 ?? after.contractSha256,
    message,
    proposedAt: at,
    endedAt: null,
    reason: null,
    effectiveOn: null,
    borrowerToken: null,
    lenderToken: null,
  };
}

const ends: Partial<Record<EscrowTransition, AmendmentStatus>> = {
  COUNTER_AMENDMENT: 'SUPERSEDED',
  DECLINE_AMENDMENT: 'DECLINED',
  WITHDRAW_AMENDMENT: 'WITHDRAWN',
  EXPIRE_AMENDMENT: 'EXPIRED',
  LAPSE_AMENDMENT: 'LAPSED',
};

function buildEnd({ before, after, transition, input, at }: AppliedTransition): AmendmentUpdate {
  const isEffective = (after.amended?.count ?? 0) > (before.amended?.count ?? 0);
  if (!isEffective) {
    const reason = 'reason' in input && transition === 'DECLINE_AMENDMENT' ? input.reason : null;
    return { status: ends[transition] ?? 'VOID', endedAt: at, reason: reason?.trim() ?? null };
  }
  const signature =
    transition !== 'SIGN_AMENDMENT'
      ? {}
      : before.amendment?.borrowerSignedAt
        ? { lenderSignedAt: at }
        : { borrowerSignedAt: at };
  const effectiveOn = after.amended?.effectiveOn ?? null;
  return { ...signature, status: 'EFFECTIVE', endedAt: at, effectiveOn };
}
