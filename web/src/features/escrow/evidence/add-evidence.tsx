/** Uploads a file of a party, about its payment or as evidence in a dispute. */

import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { refetchQueries } from '../../../graph/refetch-query.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { FileDrop } from '../../../ui/input/file-drop.tsx';
import type { Loan } from '../loan-parties.ts';
import { LoanEvidenceDocument } from './evidence.generated.ts';
import { evidenceTypes, sendEvidence } from './send-evidence.ts';

/** Whether the reader is a party of a posted or disputed loan; only then is there anything to read. */
const canAdd = ({ status, role }: Loan) =>
  (status === 'LOAN_POSTED' || status === 'ESCALATED') && role !== 'OPERATOR';

export function AddEvidence({ loan }: { loan: Loan }) {
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data } = usePageQuery(LoanEvidenceDocument, canAdd(loan) ? { id: loan.id } : null);
  const { actions = [], blockedActions = [] } = (canAdd(loan) && data?.escrow) || {};
  const blocked = blockedActions.find(({ action }) => action === 'ADD_EVIDENCE');
  if (blocked) return <p className="mt-4 text-xs text-ink-3">{blocked.message}</p>;
  if (!actions.includes('ADD_EVIDENCE')) return null;
  const add = async (file: File) => {
    setBusy(true);
    setProblem(undefined);
    const { error } = await sendEvidence(loan.id, file);
    setProblem(error);
    if (!error) {
      showBanner('green', 'Evidence added');
      const variables = { id: loan.id };
      await client
        .query({ query: LoanEvidenceDocument, variables, fetchPolicy: 'network-only' })
        .catch(() => undefined);
      void refetchQueries(client, ['LoanHistory']);
    }
    setBusy(false);
  };
  return (
    <div className="mt-4">
      <FileDrop
        label={busy ? 'Uploading' : 'Choose a file or drop it here'}
        hint="PDF, PNG, JPEG or text, up to 5 MB. Ten files for each side"
        types={evidenceTypes}
        onFile={add}
        error={problem}
        disabled={busy}
      />
    </div>
  );
}
