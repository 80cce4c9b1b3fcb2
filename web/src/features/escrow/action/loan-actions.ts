/** The buttons of a loan's page, and why some are disabled. Which there are, and their labels, come from the graph. */

import type { EscrowAction } from '../../../graph/schema.generated.ts';
import { isBeforeLast } from '../instalment.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName, isClosed } from '../loan-parties.ts';

export type ActionButton = Loan['actionButtons'][number];

export interface LoanAction extends ActionButton {
  /** The next step: the first enabled button that does not warn. */
  primary: boolean;
  /** What it does, where its label does not say it. */
  caption: string | undefined;
  /** Whether it gives the reader's domain away. */
  givesAway: boolean;
}

const isFinalize = ({ actions }: ActionButton) =>
  actions.some((one) => one.startsWith('FINALIZE_'));

/**
 * The lender's Finalize gives the domain away or takes it, so it is a next step only once repayment is claimed; and the
 * borrower claims repayment next only where no instalment comes before the last one.
 */
const isNextStep = (button: ActionButton, loan: Loan) =>
  button.enabled &&
  !button.danger &&
  (!isFinalize(button) || loan.repaymentClaim !== null) &&
  !(button.actions.includes('CLAIM_REPAID') && isBeforeLast(loan));

/** Of buttons that the customer's labels do not explain. */
function describeAction({ actions }: ActionButton): string | undefined {
  if (actions.includes('ESCALATE')) return 'An operator decides';
  return actions.includes('EVIDENCE_DONE') ? 'For an earlier decision' : undefined;
}

/**
 * Those of the reader's next step, then the customer's four, which a party always sees. What gives the borrower's domain
 * away comes last.
 */
export function listLoanActions(loan: Loan): LoanAction[] {
  const { actionButtons, lenderName, role } = loan;
  // The button's actions are those of both parties.
  const givesAway = (button: ActionButton) =>
    role === 'BORROWER' && button.enabled && isFinalize(button);
  const primary = actionButtons.find((button) => isNextStep(button, loan) && !givesAway(button));
  return actionButtons
    .map((button): LoanAction => {
      const isAway = givesAway(button);
      return {
        ...button,
        primary: button === primary,
        danger: isAway || button.danger,
        givesAway: isAway,
        caption: isAway
          ? `Gives the domain to ${getFirstName(lenderName)}`
          : describeAction(button),
      };
    })
    .sort((one, other) => Number(one.givesAway) - Number(other.givesAway));
}

export function findButton(
  { actionButtons }: Loan,
  action: EscrowAction,
): ActionButton | undefined {
  return actionButtons.find(({ actions }) => actions.includes(action));
}

const list = new Intl.ListFormat('en-GB');

/** Why actions of another status, or of the other party, are disabled. */
function describeOtherDisabled(loan: Loan, labels: readonly string[]): string | undefined {
  if (labels.length === 0) return undefined;
  const names = list.format(labels);
  const are = labels.length === 1 ? 'is' : 'are';
  if (isClosed(loan)) return 'This loan has ended.';
  if (loan.status === 'LOAN_POSTED') return `${names} ${are} only possible before payment.`;
  if (loan.status === 'ESCALATED')
    return `${names} ${are} not possible while the loan is disputed.`;
  return `${names} ${labels.length === 1 ? 'becomes' : 'become'} available later.`;
}

/** One sentence for each reason why actions are disabled. */
export function listDisabledReasons(loan: Loan): string[] {
  const disabled = loan.actionButtons.filter(({ enabled }) => !enabled);
  const specific = disabled.flatMap(({ label, message }) =>
    message ? [`${label}: ${message}`] : [],
  );
  const others = disabled.filter(({ message }) => !message).map(({ label }) => label);
  const general = describeOtherDisabled(loan, others);
  return general ? [...specific, general] : specific;
}
