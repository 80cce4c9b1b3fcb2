/** Where the account is paid: its payees by their short forms, with changes that wait. */

import { Suspense, useState } from 'react';
import { toErrorDetails } from '../../../graph/api-error.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { Code } from '../../../ui/display/code.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { payeeKindNames } from './payee-kinds.ts';
import type { PayeeRowFragment } from './payees-card.generated.ts';
import { WithdrawPayeeChangeDocument } from './payees-card.generated.ts';

const PayeeDialog = lazyComponent(async () => (await import('./payee-dialog.tsx')).PayeeDialog);
const DeletePayeeDialog = lazyComponent(
  async () => (await import('./delete-payee-dialog.tsx')).DeletePayeeDialog,
);

/** The open dialog, and its payee. */
type OpenDialog = { what: 'add' } | { what: 'change' | 'delete'; payee: PayeeRowFragment };

export function PayeesCard({ payees }: { payees: readonly PayeeRowFragment[] }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <Card title="Payees">
      <p className="mt-1 text-ink-2">
        Where you’re paid. Choose one on the loan’s page; the payer sees its details only while a
        payment is due.
      </p>
      {payees.length > 0 && (
        <>
          <ul className="mt-2 divide-y divide-line">
            {payees.map((payee) => (
              <PayeeItem key={payee.id} payee={payee} onOpen={setDialog} />
            ))}
          </ul>
          <p className="mt-2 border-line border-t pt-3 text-ink-3 text-xs">
            Short forms like “DE •••• 3000” only tell payees apart: never compare by them. To
            compare over the phone, read out the fingerprint.
          </p>
        </>
      )}
      <div className="mt-4">
        <Button onClick={() => setDialog({ what: 'add' })}>Add Payee</Button>
      </div>
      {dialog && (
        <Suspense>
          {dialog.what === 'delete' ? (
            <DeletePayeeDialog payee={dialog.payee} onClose={close} />
          ) : (
            <PayeeDialog payee={'payee' in dialog ? dialog.payee : undefined} onClose={close} />
          )}
        </Suspense>
      )}
    </Card>
  );
}

interface PayeeItemProps {
  payee: PayeeRowFragment;
  onOpen: (dialog: OpenDialog) => void;
}

function PayeeItem({ payee, onOpen }: PayeeItemProps) {
  const { kind, label, pending, warnings } = payee;
  const name = label ?? payeeKindNames[kind];
  const about = `${name}, ${payee.masked}`;
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
            {name} {pending && <Chip tone="amber">Change pending</Chip>}
          </p>
          {label !== null && <p className="text-ink-3 text-xs">{payeeKindNames[kind]}</p>}
          <Details of={payee} />
          {warnings.map((warning) => (
            <p key={warning} className="mt-1.5 text-amber text-xs">
              {warning}
            </p>
          ))}
        </div>
        <div className="flex gap-2">
          <Button
            size="row"
            aria-label={`Change ${about}`}
            onClick={() => onOpen({ what: 'change', payee })}
          >
            Change
          </Button>
          <Button
            size="row"
            variant="quiet"
            aria-label={`Delete ${about}`}
            onClick={() => onOpen({ what: 'delete', payee })}
          >
            Delete
          </Button>
        </div>
      </div>
      {pending && <PendingChange id={payee.id} about={about} pending={pending} />}
    </li>
  );
}

type Details = Pick<PayeeRowFragment, 'holder' | 'masked' | 'fingerprint'>;

function Details({ of: { holder, masked, fingerprint } }: { of: Details }) {
  return (
    <>
      <p className="mt-1 text-ink-2 wrap-anywhere">
        <span className="num">{masked}</span>, {holder}
      </p>
      <p className="mt-0.5 text-ink-3 text-xs">
        Fingerprint <Code>{fingerprint}</Code>
      </p>
    </>
  );
}

interface PendingChangeProps {
  id: string;
  about: string;
  pending: NonNullable<PayeeRowFragment['pending']>;
}

function PendingChange({ id, about, pending }: PendingChangeProps) {
  const [withdraw, busy] = useAction(WithdrawPayeeChangeDocument, { refetch: ['Settings'] });
  const press = () =>
    withdraw({ id }).then(
      () => showBanner('green', 'Payee change withdrawn'),
      (error: unknown) => showBanner('red', toErrorDetails(error).message),
    );
  return (
    <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md bg-sunken px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">
          Valid from <Time value={pending.effectiveAt} as="day-time" />
        </p>
        <Details of={pending} />
        {pending.warnings.map((warning) => (
          <p key={warning} className="mt-1.5 text-amber text-xs">
            {warning}
          </p>
        ))}
      </div>
      <Button size="row" busy={busy} aria-label={`Withdraw the change of ${about}`} onClick={press}>
        Withdraw
      </Button>
    </div>
  );
}
