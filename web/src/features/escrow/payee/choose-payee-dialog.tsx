/** The reader chooses one of their payees for a loan. */

import { useState } from 'react';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { useAction } from '../../../graph/use-action.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { namePayeeKind } from '../../../ui/loan/payee-kind-names.ts';
import { OutcomeChoice } from '../action/outcome-choice.tsx';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName, getFirstName } from '../loan-parties.ts';
import type { ChoosablePayeesQuery } from './payee.generated.ts';
import { ChoosablePayeesDocument, ChoosePayeeDocument } from './payee.generated.ts';

type Payee = NonNullable<ChoosablePayeesQuery['payees']>[number];

export interface ChoosePayeeDialogProps {
  loan: Loan;
  onClose: () => void;
}

export function ChoosePayeeDialog({ loan, onClose }: ChoosePayeeDialogProps) {
  const { data, problem, retry } = usePageQuery(ChoosablePayeesDocument, {});
  const payees = data?.payees ?? undefined;
  const [chosen, setChosen] = useState<string>();
  const [error, setError] = useState<string>();
  const [choose, busy] = useAction(ChoosePayeeDocument, { refetch: ['LoanHistory'] });
  const confirm = async () => {
    setError(undefined);
    if (chosen === undefined) {
      setError('Choose one first.');
      return;
    }
    try {
      const { choosePayee } = await choose({ id: loan.id, payeeId: chosen });
      showBanner(
        'green',
        choosePayee.payee?.pending ? 'Payee chosen; it takes effect in 72 hours' : 'Payee chosen',
      );
      onClose();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <Dialog
      title="Where are you paid?"
      description={describeChoice(loan)}
      busy={busy}
      problem={error}
      onClose={onClose}
    >
      <div className="mt-4 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {!payees && !problem && (
        <div className="mt-5">
          <Skeleton rows={2} label="Payees" />
        </div>
      )}
      {payees?.length === 0 && (
        <p className="mt-5 text-ink-2">
          You have no payees yet. Add a bank account or an address in Settings, then choose it here.
        </p>
      )}
      {payees && payees.length > 0 && (
        <OutcomeChoice
          question="Your payees"
          choices={payees.map(toChoice)}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <DialogActions
        trailing={
          payees && payees.length > 0 ? (
            <LinkButton to="/app/payees" variant="quiet">
              Settings
            </LinkButton>
          ) : undefined
        }
      >
        {payees?.length === 0 ? (
          <LinkButton to="/app/payees" variant="primary">
            Add a payee
          </LinkButton>
        ) : (
          <Button variant="primary" busy={busy} disabled={!payees} onClick={confirm}>
            Choose payee
          </Button>
        )}
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function toChoice({ id, kind, label, holder, masked, fingerprint }: Payee) {
  const named = `${namePayeeKind({ kind, masked })}: ${masked}`;
  return {
    key: id,
    label: label || named,
    effect: `${label ? `${named}, ` : ''}${holder}, fingerprint ${fingerprint}`,
  };
}

function describeChoice(loan: Loan): string {
  const name = getFirstName(getCounterpartyName(loan));
  if (!loan.payee) return `${name} sees the details only while the payment is due.`;
  return `${name} is notified and must acknowledge it. If the payment is already due, the change takes effect after 72 hours.`;
}
