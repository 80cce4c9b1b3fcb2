/** The buttons of a sale that its reader can use now. */

import { Suspense, useState } from 'react';
import { formatDay } from '../../format/day.ts';
import { businessToday } from '../../graph/business-time.ts';
import type { AssignmentAction } from '../../graph/schema.generated.ts';
import { Button } from '../../ui/button/button.tsx';
import type { ButtonVariant } from '../../ui/button/button-class.ts';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import type { Sale } from './describe-sale.ts';

const SaleDialog = lazyComponent(async () => (await import('./sale-dialogs.tsx')).SaleDialog);

export type DialogAction = Exclude<AssignmentAction, 'SIGN'>;

const labels: Record<DialogAction, string> = {
  ACCEPT: 'Accept',
  SEND: 'Mark Paid',
  CONFIRM: 'Confirm',
  DENY: 'Deny',
  RESOLVE_CLOSED: 'It Arrived',
  RESOLVE_NOT_CLOSED: 'It Did Not Arrive',
  WITHDRAW: 'Withdraw',
  DECLINE: 'Decline',
};
const variants: Partial<Record<DialogAction, ButtonVariant>> = {
  ACCEPT: 'primary',
  SEND: 'primary',
  CONFIRM: 'primary',
  DENY: 'danger',
  DECLINE: 'danger',
  WITHDRAW: 'danger',
};

export interface SaleDialogProps {
  sale: Sale;
  token: string;
  onClose: () => void;
}

export function SaleActions({ sale, token }: Omit<SaleDialogProps, 'onClose'>) {
  const [open, setOpen] = useState<DialogAction>();
  const { actions, day } = sale;
  const shown = (Object.keys(labels) as DialogAction[]).filter((one) => actions.includes(one));
  const isEarly = actions.includes('SEND') && businessToday() < day;
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {shown.map((action) => (
          <Button
            key={action}
            variant={variants[action]}
            disabled={action === 'SEND' && isEarly}
            onClick={() => setOpen(action)}
          >
            {labels[action]}
          </Button>
        ))}
        {isEarly && (
          <p className="basis-full text-xs text-ink-3">Mark Paid: from {formatDay(day)} on.</p>
        )}
      </div>
      <Suspense fallback={null}>
        {open && (
          <SaleDialog action={open} {...{ sale, token }} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  );
}
