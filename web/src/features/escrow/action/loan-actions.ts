/** The actions that a loan's page offers its reader, and why some are disabled. */

import type { EscrowAction } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';

export type LoanActionName =
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

interface ActionDefinition {
  label: string;
  /** The button is enabled if the server allows any of these. */
  actions: readonly EscrowAction[];
  danger?: boolean;
}

const actionDefinitions: Record<LoanActionName, ActionDefinition> = {
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

/** The customer's four actions, always shown to a party. */
const standardNames: readonly LoanActionName[] = ['markPaid', 'finalize', 'escalate', 'cancel'];
/** Actions shown only where they apply, in order of priority. */
const contextualNames: readonly LoanActionName[] = [
  'sign',
  'confirmReceipt',
  'claimRepaid',
  'denyRepaid',
  'settle',
  'resolve',
];

/** The first enabled one of these is the primary button. */
const primaryOrder: readonly LoanActionName[] = [
  'sign',
  'confirmReceipt',
  'markPaid',
  'resolve',
  'settle',
  'claimRepaid',
  'finalize',
];

/** With these reasons an action was done already or has no object, so it is hidden, not disabled. */
const hidingReasons = new Set(['ALREADY_RECEIVED', 'ALREADY_SIGNED', 'ALREADY_DONE', 'NO_CLAIM']);

export interface LoanAction {
  name: LoanActionName;
  label: string;
  enabled: boolean;
  primary: boolean;
  danger: boolean;
  /** The server's sentence why it is disabled, if the action belongs to the reader in this status. */
  disabledReason?: string;
}

export interface LoanActions {
  contextual: LoanAction[];
  standard: LoanAction[];
}

function findBlock({ blockedActions }: Loan, { actions }: ActionDefinition) {
  return blockedActions.find(({ action }) => actions.includes(action));
}

export function listLoanActions(loan: Loan): LoanActions {
  const isEnabled = (name: LoanActionName) =>
    actionDefinitions[name].actions.some((action) => loan.actions.includes(action));
  const primary = primaryOrder.find(isEnabled);
  const build = (name: LoanActionName): LoanAction => {
    const definition = actionDefinitions[name];
    const enabled = isEnabled(name);
    return {
      name,
      label: definition.label,
      enabled,
      primary: name === primary,
      danger: definition.danger ?? false,
      disabledReason: enabled ? undefined : findBlock(loan, definition)?.message,
    };
  };
  const isShown = (name: LoanActionName) => {
    const block = findBlock(loan, actionDefinitions[name]);
    return isEnabled(name) || (block !== undefined && !hidingReasons.has(block.reason));
  };
  return {
    contextual: contextualNames.filter(isShown).map(build),
    standard: loan.role === 'OPERATOR' ? [] : standardNames.map(build),
  };
}

const list = new Intl.ListFormat('en-GB');

/** Why actions of another status, or of the other party, are disabled. */
function describeOtherDisabled(loan: Loan, labels: readonly string[]): string | undefined {
  if (labels.length === 0) return undefined;
  const names = list.format(labels);
  const are = labels.length === 1 ? 'is' : 'are';
  if (isClosed(loan)) return undefined;
  if (loan.status === 'LOAN_POSTED') return `${names} ${are} only possible before payment.`;
  if (loan.status === 'ESCALATED')
    return `${names} ${are} not possible while the loan is disputed.`;
  return `${names} ${labels.length === 1 ? 'becomes' : 'become'} available later.`;
}

/** One sentence for each reason why actions are disabled. */
export function listDisabledReasons(loan: Loan): string[] {
  const { contextual, standard } = listLoanActions(loan);
  const disabled = [...contextual, ...standard].filter(({ enabled }) => !enabled);
  const specific = disabled.flatMap(({ label, disabledReason }) =>
    disabledReason ? [`${label}: ${disabledReason}`] : [],
  );
  const others = disabled.filter((action) => !action.disabledReason).map(({ label }) => label);
  const general = describeOtherDisabled(loan, others);
  return general ? [...specific, general] : specific;
}
