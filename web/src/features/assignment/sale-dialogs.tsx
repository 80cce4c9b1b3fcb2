/** The dialogs of a sale's actions. */

import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import {
  AcceptSaleDocument,
  ConfirmPriceDocument,
  DeclineSaleDocument,
  DenyPriceDocument,
  ResolveSaleDocument,
  WithdrawSaleDocument,
} from './assignment-page.generated.ts';
import { MarkSentDialog } from './mark-sent-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import type { DialogAction, SaleDialogProps } from './sale-actions.tsx';
import { useSaleAction } from './use-sale-action.ts';

export function SaleDialog({ action, ...props }: SaleDialogProps & { action: DialogAction }) {
  switch (action) {
    case 'ACCEPT':
      return <AcceptDialog {...props} />;
    case 'SEND':
      return <MarkSentDialog {...props} />;
    case 'CONFIRM':
      return <ConfirmPriceDialog {...props} />;
    case 'DENY':
      return <DenyDialog {...props} />;
    case 'WITHDRAW':
      return <WithdrawDialog {...props} />;
    case 'DECLINE':
      return <DeclineDialog {...props} />;
    default:
      return <ResolveDialog {...props} closes={action === 'RESOLVE_CLOSED'} />;
  }
}

function AcceptDialog({ sale, token, onClose }: SaleDialogProps) {
  const { price, sellerName, unicodeName, expires, balance } = sale;
  const [accept] = useSaleAction(AcceptSaleDocument);
  return (
    <ConfirmDialog
      title="Buy this loan?"
      domain={unicodeName}
      facts={[
        { label: 'Price', value: formatMoney(price) },
        { label: `Owed on ${formatDay(balance.on)}`, value: formatMoney(balance.payoff) },
        { label: 'Paid by', value: formatDay(expires) },
      ]}
      effect={`You become the buyer, and ${sellerName} sees your name. Next you both sign the deed. Until you mark the price as sent you can decline.`}
      action="Accept"
      onConfirm={async () => {
        await accept({ token }, 'Accepted. Sign the deed next');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function ConfirmPriceDialog({ sale, token, onClose }: SaleDialogProps) {
  const { price, buyerName, unicodeName, sent } = sale;
  const [confirm] = useSaleAction(ConfirmPriceDocument);
  const money = formatMoney(price);
  return (
    <ConfirmDialog
      title={`Confirm that ${money} arrived?`}
      domain={unicodeName}
      facts={[
        { label: 'Price', value: money },
        { label: 'Reference', value: sent?.reference ?? '–' },
      ]}
      effect={`${buyerName ?? 'The buyer'} becomes the lender at once, with the payments to come and the domain as security. You can’t undo this.`}
      action="Confirm"
      onConfirm={async () => {
        await confirm({ token }, 'Loan sold');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function DenyDialog({ sale, token, onClose }: SaleDialogProps) {
  const [deny] = useSaleAction(DenyPriceDocument);
  return (
    <ReasonDialog
      title={`Deny that ${formatMoney(sale.price)} arrived?`}
      domain={sale.unicodeName}
      effect="Opens a dispute of the sale, which an operator decides. The loan runs on."
      action="Deny"
      label="Why are you denying it?"
      onSubmit={(reason) => deny({ token, reason }, 'Price denied')}
      onClose={onClose}
    />
  );
}

function WithdrawDialog({ sale, token, onClose }: SaleDialogProps) {
  const [withdraw] = useSaleAction(WithdrawSaleDocument);
  return (
    <ConfirmDialog
      title="Withdraw this sale?"
      domain={sale.unicodeName}
      effect="The link stops working. You stay the lender and can offer the loan again."
      action="Withdraw"
      onConfirm={async () => {
        await withdraw({ token }, 'Sale withdrawn');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function DeclineDialog({ sale, token, onClose }: SaleDialogProps) {
  const [decline] = useSaleAction(DeclineSaleDocument);
  return (
    <ReasonDialog
      title="Decline this sale?"
      domain={sale.unicodeName}
      effect={`The sale ends, and ${sale.sellerName} stays the lender. If you have sent the price, mark it as sent instead.`}
      action="Decline"
      label="Why are you declining? (optional)"
      isOptional
      onSubmit={(reason) => decline({ token, reason: reason || null }, 'Sale declined')}
      onClose={onClose}
    />
  );
}

function ResolveDialog({ sale, token, closes, onClose }: SaleDialogProps & { closes: boolean }) {
  const [resolve] = useSaleAction(ResolveSaleDocument);
  const { unicodeName, buyerName, sellerName, price } = sale;
  const money = formatMoney(price);
  const buyer = buyerName ?? 'The buyer';
  return (
    <ReasonDialog
      title={closes ? `Did ${money} arrive?` : `Did ${money} not arrive?`}
      domain={unicodeName}
      effect={
        closes
          ? `${buyer} becomes the lender at once. You can’t undo this.`
          : `The sale ends, and ${sellerName} stays the lender. What ${buyer} sent is theirs to reclaim.`
      }
      action="Decide"
      label="Why do you decide so?"
      onSubmit={(reason) =>
        resolve({ token, outcome: closes ? 'CLOSED' : 'NOT_CLOSED', reason }, 'Decided')
      }
      onClose={onClose}
    />
  );
}
