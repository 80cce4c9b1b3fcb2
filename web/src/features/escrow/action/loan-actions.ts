/** Which moves a loan's page offers its reader: what can be pressed now, and why the rest cannot. */

import type { EscrowAction } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { isOver } from '../loan-parties.ts';

export type MoveName =
  | 'sign'
  | 'confirmReceipt'
  | 'claimRepaid'
  | 'denyRepaid'
  | 'settle'
  | 'resolve'
  | 'markPaid'
  | 'finalize'
  | 'escalate'
  | 'cancel';

interface MoveWords {
  label: string;
  /** Any of them opens it. */
  actions: readonly EscrowAction[];
  danger?: boolean;
}

export const moveWords: Record<MoveName, MoveWords> = {
  sign: { label: 'Sign', actions: ['SIGN'] },
  confirmReceipt: { label: 'Confirm Receipt', actions: ['CONFIRM_RECEIPT'] },
  claimRepaid: { label: 'Claim Repaid', actions: ['CLAIM_REPAID'] },
  denyRepaid: { label: 'Deny Repaid', actions: ['DENY_REPAID'], danger: true },
  settle: { label: 'Settle', actions: ['SETTLE'] },
  resolve: { label: 'Resolve', actions: ['RESOLVE'] },
  markPaid: { label: 'Mark Paid', actions: ['MARK_PAID'] },
  finalize: {
    label: 'Finalize',
    actions: ['FINALIZE_RETURN', 'FINALIZE_SEIZE', 'FINALIZE_SURRENDER'],
  },
  escalate: { label: 'Escalate', actions: ['ESCALATE'], danger: true },
  cancel: { label: 'Cancel', actions: ['CANCEL'], danger: true },
};

/** The customer's four, which every party of a loan is shown. */
const always: readonly MoveName[] = ['markPaid', 'finalize', 'escalate', 'cancel'];
/** Those that show where they are the reader's, the one to make first. */
const further: readonly MoveName[] = [
  'sign',
  'confirmReceipt',
  'claimRepaid',
  'denyRepaid',
  'settle',
  'resolve',
];

/** Which open one is the main one of the page. */
const mostWanted: readonly MoveName[] = [
  'sign',
  'confirmReceipt',
  'markPaid',
  'resolve',
  'settle',
  'claimRepaid',
  'finalize',
];

/** Reasons that say: this was done already, or there is nothing to answer. Nobody has to be told why not. */
const settled = new Set(['ALREADY_RECEIVED', 'ALREADY_SIGNED', 'ALREADY_DONE', 'NO_CLAIM']);

export interface Move {
  name: MoveName;
  label: string;
  open: boolean;
  main: boolean;
  danger: boolean;
  /** Why it is off, as the platform's sentence, where it is the reader's move in this state. */
  why?: string;
}

export interface Moves {
  further: Move[];
  always: Move[];
}

function blockOf({ blockedActions }: Loan, { actions }: MoveWords) {
  return blockedActions.find(({ action }) => actions.includes(action));
}

export function movesOf(loan: Loan): Moves {
  const isOpen = (name: MoveName) =>
    moveWords[name].actions.some((action) => loan.actions.includes(action));
  const main = mostWanted.find(isOpen);
  const read = (name: MoveName): Move => {
    const words = moveWords[name];
    const open = isOpen(name);
    return {
      name,
      label: words.label,
      open,
      main: name === main,
      danger: words.danger ?? false,
      why: open ? undefined : blockOf(loan, words)?.message,
    };
  };
  const shows = (name: MoveName) => {
    const block = blockOf(loan, moveWords[name]);
    return isOpen(name) || (block !== undefined && !settled.has(block.reason));
  };
  return {
    further: further.filter(shows).map(read),
    always: loan.role === 'OPERATOR' ? [] : always.map(read),
  };
}

const list = new Intl.ListFormat('en');

/** Why moves are off that belong to another state, or to the other party. */
function generalReason(loan: Loan, off: readonly string[]): string | undefined {
  if (off.length === 0) return undefined;
  const them = list.format(off);
  const are = off.length === 1 ? 'is' : 'are';
  if (isOver(loan)) return undefined;
  if (loan.status === 'LOAN_POSTED') return `${them} ${are} only possible before payment.`;
  if (loan.status === 'ESCALATED') return `${them} ${are} not possible while the loan is disputed.`;
  return `${them} ${off.length === 1 ? 'opens' : 'open'} up later in this loan.`;
}

/** One sentence for each reason why something is off. */
export function reasonsOf(loan: Loan): string[] {
  const { further, always } = movesOf(loan);
  const off = [...further, ...always].filter(({ open }) => !open);
  const own = off.flatMap(({ label, why }) => (why ? [`${label}: ${why}`] : []));
  const others = off.filter(({ why }) => !why).map(({ label }) => label);
  const general = generalReason(loan, others);
  return general ? [...own, general] : own;
}
