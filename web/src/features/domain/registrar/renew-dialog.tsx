/** Renew: adds one year to the registration of a domain in custody, paid from the balance. */

import { useRef, useState } from 'react';
import { formatDay } from '../../../format/day.ts';
import { businessNow } from '../../../graph/business-time.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { describeAutomaticRenewal, formatRenewal } from '../../../ui/loan/renewal.ts';
import { DomainDialog } from '../dialog/domain-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { OrderCost } from './order-cost.tsx';
import { RenewDocument } from './renew-dialog.generated.ts';
import { useOrder } from './use-order.ts';

export function RenewDialog() {
  return (
    <DomainGate title="Renew" action="RENEW">
      {(entered) => <Renew {...entered} />}
    </DomainGate>
  );
}

function Renew({ domain, self, close }: LoadedDialog) {
  const [renew, busy] = useAction(RenewDocument);
  const [problem, setProblem] = useState<string>();
  // Kept from the first click, so that a retry after a lost response does not renew twice.
  const requestedExpiry = useRef<string | null>(undefined);
  const order = useOrder({ purpose: 'RENEWAL', domain, self });
  const buy = async () => {
    setProblem(undefined);
    try {
      requestedExpiry.current ??= domain.expiresAt;
      const expected = { maxFee: order.feeCents ?? null, expiresAt: requestedExpiry.current };
      const { renewDomain } = await renew({ id: domain.id, ...expected });
      const until = renewDomain.expiresAt;
      close(until ? `Renewed until ${formatDay(until)}` : 'Renewal ordered');
    } catch (error) {
      order.handleError(error);
      setProblem((error as Error).message);
    }
  };
  const until = domain.expiresAt ? ` Registered until ${formatRenewal(domain.expiresAt)}.` : '';
  return (
    <DomainDialog
      title="Renew"
      domain={domain}
      busy={busy}
      problem={problem}
      text={`Adds one year of registration, paid from your balance.${until} ${describeAutomaticRenewal(domain.expiresAt, businessNow())}`}
      onClose={() => close()}
    >
      <OrderCost order={order} label="Renewal fee" />
      <DialogActions>
        <Button
          variant="primary"
          busy={busy}
          disabled={order.feeCents === undefined || order.missingCents > 0}
          onClick={buy}
        >
          {order.changed ? 'Agree and Renew' : 'Renew'}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => close()}>
          Cancel
        </Button>
      </DialogActions>
    </DomainDialog>
  );
}
