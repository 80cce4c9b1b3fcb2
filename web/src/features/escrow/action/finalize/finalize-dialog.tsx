/** Closes a running loan: the lender returns or takes the domain, the borrower gives it up. */

import { useState } from 'react';
import { formatMoney } from '../../../../format/money.ts';
import type { FinalizeOutcome } from '../../../../graph/schema.generated.ts';
import type { CollateralFragment } from '../../collateral/collateral.generated.ts';
import { findClaimedPayment } from '../../loan/counted-payments.ts';
import type { Loan } from '../../loan-parties.ts';
import { getFirstName } from '../../loan-parties.ts';
import { ChoiceDialog } from '../choice-dialog.tsx';
import type { ChoiceDetail } from '../list-choices.ts';
import { listChoices } from '../list-choices.ts';
import { FinalizeDocument } from '../loan-actions.generated.ts';
import type { LoanDialogProps } from '../use-loan-action.ts';
import { useLoanAction } from '../use-loan-action.ts';
import { listFinalizeFacts } from './finalize-facts.ts';
import { SurrenderDialog } from './surrender-dialog.tsx';

type LenderOutcome = Exclude<FinalizeOutcome, 'SURRENDER'>;

function describeOutcomes(
  loan: Loan,
  domain: CollateralFragment | null,
): Record<LenderOutcome, ChoiceDetail> {
  const { unicodeName, borrowerName } = loan;
  const facts = listFinalizeFacts(loan, domain);
  return {
    RETURN: {
      effect: `The loan ends as repaid, and ${unicodeName} returns to ${borrowerName}.${describeMoney(loan)}`,
      action: `Return ${unicodeName}`,
      typesName: true,
      facts,
    },
    SEIZE: {
      effect: `${unicodeName} becomes yours and settles the debt. Neither of you owes anything more.`,
      action: `Take ${unicodeName}`,
      danger: true,
      typesName: true,
      facts,
    },
  };
}

/** What arrives by the claim of repayment, else the payoff. */
function describeMoney(loan: Loan): string {
  const { payoff, borrowerName } = loan;
  const cents = findClaimedPayment(loan)?.amount ?? payoff;
  if (cents === null) return '';
  const more = payoff === null ? 0 : cents - payoff;
  const back = `${formatMoney(more)} more than the payoff: you owe that to ${getFirstName(borrowerName)}`;
  return ` Check first that you received ${formatMoney(cents)}${more > 0 ? `, ${back}` : ''}.`;
}

const banners: Record<LenderOutcome, string> = { RETURN: 'Loan finalized', SEIZE: 'Domain taken' };

export function FinalizeDialog({ loan, domain = null, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(FinalizeDocument, onClose);
  // Of the loan as the lender saw it: a claim that is withdrawn while the dialog is open stops the return.
  const [claimId] = useState(loan.repaymentClaim?.paymentId);
  if (loan.role === 'BORROWER')
    return <SurrenderDialog loan={loan} domain={domain} button={button} onClose={onClose} />;
  return (
    <ChoiceDialog
      title="Finalize this loan?"
      domain={loan.unicodeName}
      about="This closes the loan. You can’t undo it."
      question="How does it end?"
      choices={listChoices(button, describeOutcomes(loan, domain))}
      action={button.label}
      onConfirm={(outcome) =>
        run({ id: loan.id, outcome, ...(outcome === 'RETURN' && { claimId }) }, banners[outcome])
      }
      onClose={onClose}
    />
  );
}
