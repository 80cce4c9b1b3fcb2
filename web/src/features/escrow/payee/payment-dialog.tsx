/** The payment details for the payer, after an acknowledgement of what changed. They are never cached. */

import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import type { ApiErrorDetails, PayeeChange } from '../../../graph/api-error.ts';
import { toErrorDetails } from '../../../graph/api-error.ts';
import { refetchQueries } from '../../../graph/refetch-query.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Problem } from '../../../ui/feedback/problem.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName, getFirstName } from '../loan-parties.ts';
import { ChangedPayee } from './changed-payee.tsx';
import type { PaymentInstructionsQuery } from './payee.generated.ts';
import { AcknowledgePayeeDocument, PaymentInstructionsDocument } from './payee.generated.ts';
import { PaymentDetails } from './payment-details.tsx';

type Instructions = NonNullable<PaymentInstructionsQuery['paymentInstructions']>;
type Result = { instructions: Instructions } | { problem: ApiErrorDetails };

/** Reads the details once, and again after an acknowledgement. */
function useInstructions(id: string) {
  const client = useApolloClient();
  const [result, setResult] = useState<Result>();
  const read = useCallback(async () => {
    setResult(undefined);
    try {
      const query = PaymentInstructionsDocument;
      const { data } = await client.query({ query, variables: { id }, fetchPolicy: 'no-cache' });
      if (data?.paymentInstructions) setResult({ instructions: data.paymentInstructions });
      void refetchQueries(client, ['LoanHistory']);
    } catch (error) {
      setResult({ problem: toErrorDetails(error) });
    }
  }, [client, id]);
  useEffect(() => void read(), [read]);
  return { result, read };
}

export interface PaymentDialogProps {
  loan: Loan;
  /** Who is paid, if not the other party. */
  payee?: string;
  onClose: () => void;
}

export function PaymentDialog({ loan, payee, onClose }: PaymentDialogProps) {
  const { result, read } = useInstructions(loan.id);
  const name = payee ?? getFirstName(getCounterpartyName(loan));
  const problem = result && 'problem' in result ? result.problem : undefined;
  const change = problem?.payeeChange;
  if (change) return <Acknowledgement {...{ loan, name, change, onClose }} onDone={read} />;
  return (
    <Dialog
      title={`Pay ${name}`}
      description="Compare every group with what your bank or wallet shows before you send."
      wide
      onClose={onClose}
    >
      {problem && (
        <div className="mt-5">
          <Problem message={problem.message} onTryAgain={read} />
        </div>
      )}
      {!result && (
        <div className="mt-5">
          <Skeleton rows={4} label="Payment details" />
        </div>
      )}
      {result && 'instructions' in result && (
        <PaymentDetails instructions={result.instructions} name={name} />
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface AcknowledgementProps {
  loan: Loan;
  name: string;
  change: PayeeChange;
  onDone: () => Promise<void>;
  onClose: () => void;
}

function Acknowledgement({ loan, name, change, onDone, onClose }: AcknowledgementProps) {
  const [acknowledge, busy] = useAction(AcknowledgePayeeDocument, { refetch: ['LoanHistory'] });
  const [error, setError] = useState<string>();
  const { version, fingerprint } = change.new;
  const confirm = async () => {
    setError(undefined);
    try {
      await acknowledge({ id: loan.id, version, fingerprint });
      await onDone();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <Dialog
      title="Where you pay has changed"
      description={`Call ${name}, or ask through a channel you already use, before you go on. Thieves change where money goes.`}
      busy={busy}
      problem={error}
      onClose={onClose}
    >
      <ChangedPayee change={change} />
      <DialogActions>
        <Button variant="primary" busy={busy} onClick={confirm}>
          {name.charAt(0).toUpperCase() + name.slice(1)} confirmed it
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Go back
        </Button>
      </DialogActions>
    </Dialog>
  );
}
