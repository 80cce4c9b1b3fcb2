/** A party proposes how the dispute should end; it ends once both parties choose the same outcome. */

import type { SettleOutcome } from '../../../graph/schema.generated.ts';
import type { CollateralFragment } from '../collateral/collateral.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName } from '../loan-parties.ts';
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
    SEIZE: `${unicodeName} goes to ${lender} in full satisfaction; nothing more is owed.`,
  };
  if (!settlement || settlement.by === role) return effects;
  const outcome = settlement.maySeize ? 'CONTINUE_MAY_SEIZE' : settlement.outcome;
  const effect = `Proposed to you; choosing it ends the dispute. ${effects[outcome]}`;
  const movesDomain = outcome === 'RETURN' || outcome === 'SEIZE';
  if (!movesDomain) return { ...effects, [outcome]: effect };
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

export function SettleDialog({ loan, domain = null, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(SettleDocument, onClose);
  return (
    <ChoiceDialog
      title="Settle this dispute?"
      domain={loan.unicodeName}
      about={`If you and ${getCounterpartyName(loan)} both choose the same outcome, the dispute ends without an operator. A new choice replaces your last one.`}
      question="How should it end?"
      choices={listChoices(button, describeOutcomes(loan, domain))}
      action={button.label}
      onConfirm={(outcome) =>
        run({ id: loan.id, ...readContinuation(outcome) }, ({ settleDispute }) =>
          settleDispute.status === 'ESCALATED' ? 'Settlement proposed' : 'Dispute settled',
        )
      }
      onClose={onClose}
    />
  );
}
