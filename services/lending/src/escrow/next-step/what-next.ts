/** One sentence for a loan's reader about what happens next, also after its end. It names no date: `at` has it. */

import { shownHoldSince } from '../../loan/loan-hold.ts';
import { isFunded } from '../../loan/status.ts';
import type { Escrow } from '../escrow.ts';
import { findHeldState } from '../held.ts';
import { isCustodyLost } from '../transition/guards.ts';
import type { WaitContext } from './party-phrases.ts';
import { describeNextAction } from './waiting-for.ts';

export interface WhatNext {
  message: string;
  /** The deadline, if there is one. */
  at: Date | null;
}

export function describeWhatNext(escrow: Escrow, context: WaitContext): WhatNext {
  const end = describeEnd(escrow, context);
  if (end !== null) return { message: end, at: null };
  const { message, until } = describeNextAction(escrow, context);
  return { message: `${message}${describeHold(escrow)}`, at: until };
}

/** Once money was sent, the loan goes on during a hold, and only the domain waits. */
function describeHold(escrow: Escrow): string {
  const { status, unicodeName } = escrow;
  const isOpen = isFunded(status);
  if (!isOpen || !shownHoldSince(escrow)) return '';
  return ` ${unicodeName} is on legal hold: however the loan ends, the domain moves once the hold is lifted.`;
}

/** Undefined unless the domain of an ended loan waits for the end of a hold. */
function describeHeldEnd(escrow: Escrow, reader: WaitContext['reader']): string | undefined {
  const { status, unicodeName, heldRelease } = escrow;
  if (!shownHoldSince(escrow) || isCustodyLost(escrow)) return undefined;
  const ended = `${unicodeName} is on legal hold and`;
  const toLender = heldRelease
    ? heldRelease.to === 'LENDER'
    : status === 'FINALIZED_LENDER_SEIZURE';
  const lender = reader === 'LENDER' ? 'you' : 'the lender';
  if (toLender) return `This loan is closed. ${ended} goes to ${lender} once the hold is lifted.`;
  const owner = reader === 'BORROWER' ? 'you' : 'the borrower';
  if (heldRelease) return `This loan is closed. ${ended} goes to ${owner} once the hold is lifted.`;
  if (status === 'FINALIZED_RETURN_TO_BORROWER')
    return `This loan is closed as repaid. ${ended} goes back to ${owner} once the hold is lifted.`;
  if (status === 'CANCELLED')
    return `This loan was cancelled. ${ended} is free again once the hold is lifted.`;
  return undefined;
}

/** Null while the loan, or the platform's custody of its domain, goes on. */
function describeEnd(escrow: Escrow, { reader }: WaitContext): string | null {
  const { status, unicodeName, heldRelease, endedBy } = escrow;
  if (endedBy === 'REFINANCED')
    return `This loan is closed: a new loan repaid it, and ${unicodeName} secures that one.`;
  const waiting = describeHeldEnd(escrow, reader);
  if (waiting !== undefined) return waiting;
  switch (status) {
    case 'CANCELLED':
      return isCustodyLost(escrow)
        ? 'This loan was cancelled.'
        : `This loan was cancelled. ${unicodeName} is free again.`;
    case 'FINALIZED_RETURN_TO_BORROWER':
      return isCustodyLost(escrow)
        ? 'This loan is closed as repaid.'
        : `This loan is closed as repaid. ${unicodeName} ${reader === 'BORROWER' ? 'is yours again' : 'went back to the borrower'}.`;
    case 'FINALIZED_LENDER_SEIZURE':
      return reader === 'LENDER'
        ? `This loan is closed. ${unicodeName} is yours.`
        : `This loan is closed. ${unicodeName} went to the lender, and nothing is owed.`;
    case 'FINALIZED_PLATFORM_SEZIURE': {
      const state = findHeldState(escrow);
      if (state === 'LOST') return `This loan is closed. ${unicodeName} has left our custody.`;
      if (state === 'HELD' || !heldRelease) return null;
      if (heldRelease.to === reader) return `This loan is closed. ${unicodeName} is yours.`;
      const party = heldRelease.to === 'BORROWER' ? 'borrower' : 'lender';
      return `This loan is closed. ${unicodeName} went to the ${party}.`;
    }
    default:
      return null;
  }
}
