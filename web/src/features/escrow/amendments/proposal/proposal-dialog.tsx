/** A party proposes an amendment, or other terms for one that the other party proposed. */

import { useMemo } from 'react';
import { FormDialog } from '../../action/form-dialog.tsx';
import { getCounterpartyName, getFirstName } from '../../loan-parties.ts';
import { usePaymentAction } from '../../repayments/use-payment-action.ts';
import { CounterAmendmentDocument, ProposeAmendmentDocument } from '../amendments.generated.ts';
import type { AmendmentDialogProps } from '../dialog-props.ts';
import { ProposalFields } from './proposal-fields.tsx';
import type { Proposal, ProposalText } from './proposal-schema.ts';
import { buildProposalSchema, getInitialText, toDraft } from './proposal-schema.ts';

type ProposalDialogProps = Omit<AmendmentDialogProps, 'amendment'> &
  Partial<Pick<AmendmentDialogProps, 'amendment'>>;

export function ProposalDialog({ loan, amendment, onClose }: ProposalDialogProps) {
  const propose = usePaymentAction(ProposeAmendmentDocument, onClose);
  const counter = usePaymentAction(CounterAmendmentDocument, onClose);
  const schema = useMemo(() => buildProposalSchema(loan), [loan]);
  const other = getFirstName(getCounterpartyName(loan));
  const send = (proposal: Proposal) => {
    const { kind, terms, fee } = toDraft(proposal);
    const message = proposal.message || null;
    return amendment
      ? counter({ id: loan.id, n: amendment.n, terms, fee, message }, 'Other terms proposed')
      : propose({ id: loan.id, kind, terms, fee, message }, 'Amendment proposed');
  };
  return (
    <FormDialog<ProposalText, Proposal>
      title={amendment ? `Counter amendment ${amendment.n}` : 'Propose an amendment'}
      domain={loan.unicodeName}
      effect={`${other} has 7 days to agree, counter or decline. Nothing changes before both of you have signed and agreed money is confirmed.`}
      action={amendment ? 'Propose These Terms' : 'Propose Amendment'}
      schema={schema}
      initial={getInitialText(amendment)}
      onSubmit={send}
      onClose={onClose}
    >
      <ProposalFields loan={loan} schema={schema} isCounter={amendment !== undefined} />
    </FormDialog>
  );
}
