/** Renews the domain of a loan by a year, from the reader's balance, at the price that the registry asks now. */

import { useRef } from 'react';
import { formatMoney } from '../../../format/money.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { useAct } from '../../../graph/use-act.ts';
import { usePage } from '../../../graph/use-page.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { CollateralRenewalQuery } from './renew-dialog.generated.ts';
import { CollateralRenewalDocument, RenewCollateralDocument } from './renew-dialog.generated.ts';

export interface RenewDialogProps {
  domainId: string;
  /** For display. */
  name: string;
  onClose: () => void;
}

type Quote = NonNullable<NonNullable<CollateralRenewalQuery['domain']>['renewalQuote']>;

function effectOf({ amount, premium }: Quote, balance: number | null | undefined): string {
  const price = `One more year costs ${formatMoney(amount)}${premium ? ', for its registry asks a price of its own' : ''}.`;
  const has =
    balance === null || balance === undefined ? '' : ` Your balance is ${formatMoney(balance)}.`;
  return `${price} It is taken from your balance; nothing above it is ever taken.${has}`;
}

export function RenewDialog({ domainId, name, onClose }: RenewDialogProps) {
  const { data, problem, loading, retry } = usePage(CollateralRenewalDocument, { id: domainId });
  const [renew] = useAct(RenewCollateralDocument, { refetch: ['LoanHistory'] });
  // Of the first press: pressed again after an answer that was lost, the same year is meant.
  const meant = useRef<string | null>(undefined);
  const quote = data?.domain?.renewalQuote;
  if (!quote)
    return (
      <Dialog title="Renew the domain?" description={name} onClose={onClose}>
        {loading && <Skeleton rows={1} label="Asking the registry for the price" />}
        <div className="mt-4 empty:hidden">
          <PageProblem problem={problem} onTryAgain={retry} />
        </div>
        {!loading && !problem && <p className="mt-4">It cannot be renewed now.</p>}
      </Dialog>
    );
  return (
    <ConfirmDialog
      title="Renew the domain?"
      domain={name}
      effect={effectOf(quote, data?.self?.balance)}
      action="Renew"
      onConfirm={async () => {
        meant.current ??= data?.domain?.expiresAt ?? null;
        const seen = { maxFee: quote.amount, expiresAt: meant.current };
        await renew({ id: domainId, ...seen }).catch((error) => {
          // Another price is read before it can be agreed to.
          retry();
          throw error;
        });
        showBanner('green', 'Renewal ordered');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
