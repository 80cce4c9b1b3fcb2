/** Transfer In: moves a domain to the platform's registrar account, with the code of its current registrar. */

import * as z from 'zod/mini';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { textRule } from '../../../ui/form/rules.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { DomainDialog } from '../dialog/domain-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { LoanDeadline } from './loan-deadline.tsx';
import { OrderCost } from './order-cost.tsx';
import { TransferChecklist } from './transfer-checklist.tsx';
import { TransferInDocument } from './transfer-in-dialog.generated.ts';
import { useOrder } from './use-order.ts';

const schema = z.object({ transferCode: textRule('Enter the transfer code.') });

export function TransferInDialog() {
  return (
    <DomainGate title="Transfer In" action="TRANSFER_IN">
      {(entered) => <TransferIn {...entered} />}
    </DomainGate>
  );
}

function TransferIn({ domain, self, close }: LoadedDialog) {
  const [transferIn] = useAction(TransferInDocument);
  const order = useOrder({ purpose: 'TRANSFER', domain, self });
  const start = async ({ transferCode }: { transferCode: string }) => {
    try {
      await transferIn({ id: domain.id, transferCode, maxFee: order.feeCents ?? null });
      close('Transfer initiated');
    } catch (error) {
      order.handleError(error);
      throw error;
    }
  };
  return (
    <DomainDialog
      title="Transfer In"
      domain={domain}
      text="A loan is paid out only once its domain is in our custody. Ask your current registrar to unlock the domain and send you its EPP transfer code, also called authorization code. From most registrars, the authorization code is emailed within 24 hours. Transfers may take minutes to weeks, depending on the TLD."
      onClose={() => close()}
    >
      {domain.escrow && <LoanDeadline loanId={domain.escrow.id} name={domain.unicodeName} />}
      <OrderCost order={order} label="Transfer fee" />
      <TransferChecklist checklist={domain.transferChecklist} />
      <Form schema={schema} initial={{ transferCode: '' }} onSubmit={start} className="mt-5">
        <TextField
          name="transferCode"
          mono
          label="EPP transfer code"
          hint="The authorization code from your current registrar"
          autoCapitalize="none"
          spellCheck={false}
        />
        <DialogActions>
          <SubmitButton disabled={order.feeCents === undefined || order.missingCents > 0}>
            {order.changed ? 'Agree and Transfer In' : 'Transfer In'}
          </SubmitButton>
          <Button variant="quiet" onClick={() => close()}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </DomainDialog>
  );
}
