/** Renews the domain of a loan for a year at the registry's current price, paid from the reader's balance. */

import { useRef } from 'react';
import { formatMoney } from '../../../format/money.ts';
import { businessNow } from '../../../graph/business-time.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { useAction } from '../../../graph/use-action.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { describeAutomaticRenewal, formatRenewal } from '../../../ui/loan/renewal.ts';
import type { CollateralRenewalQuery } from './renew-dialog.generated.ts';
import { CollateralRenewalDocument, RenewCollateralDocument } from './renew-dialog.generated.ts';

export interface RenewDialogProps {
  domainId: string;
  /** For display. */
  name: string;
  onClose: () => void;
}

type Quote = NonNullable<NonNullable<CollateralRenewalQuery['domain']>['renewalQuote']>;

function describeEffect({ amount, premium }: Quote, data: CollateralRenewalQuery): string {
  const { balance } = data.self ?? {};
  const price = `Adds one year for ${formatMoney(amount)} from your balance${premium ? ', the registry’s premium price' : ''}.`;
  const has =
    balance === null || balance === undefined ? '' : ` Your balance is ${formatMoney(balance)}.`;
  return `${price}${has} ${describeAutomaticRenewal(data.domain?.expiresAt ?? null, businessNow())}`;
}

const listDates = (expiresAt: string | null | undefined) =>
  expiresAt ? [{ label: 'Registered until', value: formatRenewal(expiresAt) }] : [];

export function RenewDialog({ domainId, name, onClose }: RenewDialogProps) {
  const { data, problem, loading, retry } = usePageQuery(CollateralRenewalDocument, {
    id: domainId,
  });
  const [renew] = useAction(RenewCollateralDocument, { refetch: ['LoanHistory'] });
  // Set by the first press. After a lost response, a second press must order the same year.
  const orderedFrom = useRef<string | null>(undefined);
  const quote = data?.domain?.renewalQuote;
  if (!quote)
    return (
      <Dialog title="Renew the domain?" description={name} onClose={onClose}>
        {loading && <Skeleton rows={1} label="Loading the price" />}
        <div className="mt-4 empty:hidden">
          <PageProblem problem={problem} onTryAgain={retry} />
        </div>
        {!loading && !problem && <p className="mt-4">The domain can’t be renewed right now.</p>}
      </Dialog>
    );
  return (
    <ConfirmDialog
      title="Renew the domain?"
      domain={name}
      facts={listDates(data?.domain?.expiresAt)}
      effect={describeEffect(quote, data)}
      action="Renew"
      onConfirm={async () => {
        orderedFrom.current ??= data?.domain?.expiresAt ?? null;
        const order = { maxFee: quote.amount, expiresAt: orderedFrom.current };
        await renew({ id: domainId, ...order }).catch((error) => {
          // Shows the new price before the reader can agree to it.
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
