/** A party proposes how the dispute should end; it ends once both parties choose the same outcome. */

import { formatMoney } from '../../../format/money.ts';
import { formatWorth } from '../../../format/worth.ts';
import { businessNow } from '../../../graph/business-time.ts';
import type { SettleOutcome } from '../../../graph/schema.generated.ts';
import type { Fact } from '../../../ui/display/facts.tsx';
import { Time } from '../../../ui/display/time.tsx';
import type { CollateralFragment } from '../collateral/collateral.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName, getFirstName } from '../loan-parties.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import type { OfferedOutcome } from './dispute/read-continuation.ts';
import { readContinuation } from './dispute/read-continuation.ts';
import { listFinalizeFacts } from './finalize/finalize-facts.ts';
import type { ChoiceDetail } from './list-choices.ts';
import { listChoices } from './list-choices.ts';
import { SettleDocument } from './loan-actions.generated.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

type Offered = OfferedOutcome<SettleOutcome>;

function describeOutcomes(
  loan: Loan,
  domain: CollateralFragment | null,
): Record<Offered, ChoiceDetail | string> {
  const { settlement, role, unicodeName } = loan;
  const borrower = role === 'BORROWER' ? 'you' : loan.borrowerName;
  const lender = role === 'LENDER' ? 'you' : loan.lenderName;
  const effects: Record<Offered, string> = {
    CONTINUE: 'The dispute ends, and the loan continues as before.',
    CONTINUE_MAY_SEIZE: `The dispute ends. After that, ${lender} may take ${unicodeName} at any time until the loan is repaid.`,
    RETURN: `The loan counts as repaid, and ${unicodeName} returns to ${borrower}.`,
    SEIZE: `${unicodeName} goes to ${lender} and settles the debt; nothing more is owed.`,
    // Not a choice of the dialog: the parties agree to an amendment.
    AMEND: 'The loan continues with the amended terms, once you have both signed them.',
  };
  if (!settlement || settlement.by === role) return effects;
  const outcome = settlement.maySeize ? 'CONTINUE_MAY_SEIZE' : settlement.outcome;
  const effect = `Proposed to you; choosing it ends the dispute. ${effects[outcome]}`;
  const movesDomain = outcome === 'RETURN' || outcome === 'SEIZE';
  if (!movesDomain) return { ...effects, [outcome]: { effect, action: 'Settle' } };
  const agreed: ChoiceDetail = {
    effect,
    action:
      outcome === 'RETURN'
        ? `Return ${unicodeName}`
        : `${role === 'LENDER' ? 'Take' : 'Give up'} ${unicodeName}`,
    danger: outcome === 'SEIZE',
    typesName: true,
    facts: listFinalizeFacts(loan, domain),
  };
  return { ...effects, [outcome]: agreed };
}

function listDisputeFacts(
  { payoff, disputeDates }: Loan,
  domain: CollateralFragment | null,
): Fact[] {
  const owed = payoff === null ? [] : [{ label: 'Owed today', value: formatMoney(payoff) }];
  if (domain) owed.push({ label: 'Value of the domain', value: formatWorth(domain) });
  if (!disputeDates) return owed;
  const due = <Time value={disputeDates.decisionDue} as="short-day-time" now={businessNow()} />;
  return [...owed, { label: 'An operator decides by', value: due }];
}

/** The reader’s proposal can’t be chosen again: it is labelled as theirs, and keeps its effect. */
function listSettleChoices({ loan, domain = null, button }: LoanDialogProps<Loan>) {
  const { settlement, role } = loan;
  const other = getFirstName(getCounterpartyName(loan));
  const choices = listChoices(button, describeOutcomes(loan, domain));
  if (settlement?.by !== role) return choices;
  const proposed = settlement.maySeize ? 'CONTINUE_MAY_SEIZE' : settlement.outcome;
  return choices.map((choice) =>
    choice.key === proposed && choice.disabledReason !== undefined
      ? { ...choice, disabledReason: `Your proposal now. If ${other} agrees: ${choice.effect}` }
      : choice,
  );
}

export function SettleDialog(props: LoanDialogProps<Loan>) {
  const { loan, domain = null, onClose } = props;
  const run = useLoanAction(SettleDocument, onClose);
  return (
    <ChoiceDialog
      title="Settle this dispute?"
      domain={loan.unicodeName}
      facts={listDisputeFacts(loan, domain)}
      about={`If you and ${getCounterpartyName(loan)} both choose the same outcome, the dispute ends without an operator. A new choice replaces your last one.`}
      question="How should it end?"
      choices={listSettleChoices(props)}
      action="Propose"
      onConfirm={(outcome) =>
        run({ id: loan.id, ...readContinuation(outcome) }, ({ settleDispute }) =>
          settleDispute.status === 'ESCALATED' ? 'Settlement proposed' : 'Dispute settled',
        )
      }
      onClose={onClose}
    />
  );
}
