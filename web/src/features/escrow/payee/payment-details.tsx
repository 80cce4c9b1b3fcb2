/** Where and how to pay: details in groups with copy buttons, amount, reference, QR code. */

import clsx from 'clsx';
import { useId } from 'react';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { useNow } from '../../../graph/business-time.ts';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Code } from '../../../ui/display/code.tsx';
import { Time } from '../../../ui/display/time.tsx';
import type { PaymentInstructionsQuery } from './payee.generated.ts';

type Instructions = NonNullable<PaymentInstructionsQuery['paymentInstructions']>;

export interface PaymentDetailsProps {
  instructions: Instructions;
  /** First name of the party that is paid. */
  name: string;
}

export function PaymentDetails({ instructions, name }: PaymentDetailsProps) {
  const { payee, amount, reference, creditorReference, qr, formerLender } = instructions;
  const now = useNow();
  return (
    <div className={clsx('mt-5 grid gap-x-6 gap-y-5', qr && 'sm:grid-cols-[minmax(0,1fr)_auto]')}>
      <dl className="min-w-0 divide-y divide-line">
        <Line label="Amount" value={String(amount / 100)} groups={[formatMoney(amount)]} plain />
        <Line label="Holder" value={payee.holder} groups={[payee.holder]} plain />
        {payee.lines.map((line) => (
          <Line key={line.label} {...line} />
        ))}
        <Line label="Reference" value={reference} groups={[reference]} />
        <Line
          label="Creditor reference"
          value={creditorReference}
          groups={creditorReference.match(/.{1,4}/g) ?? []}
        />
      </dl>
      {qr && (
        <figure className="sm:w-44">
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(qr.svg)}`}
            alt={`QR code of the payment to ${name}`}
            width={176}
            height={176}
            className="rounded-md border border-line bg-white"
          />
          <figcaption className="mt-2 text-xs text-ink-3">
            Compare what your wallet shows: a picture can’t be read by eye.
          </figcaption>
        </figure>
      )}
      <p className={clsx('text-xs text-ink-2', qr && 'sm:col-span-2')}>
        Fingerprint <Code>{payee.fingerprint}</Code>, unchanged since{' '}
        <Time value={payee.changedAt} as="short-day" now={now} />.{' '}
        {payee.recentChanges > 1 && (
          <span className="font-semibold text-amber">
            Changed {payee.recentChanges} times in 30 days: call {name} first.
          </span>
        )}
      </p>
      {formerLender && <FormerLender lender={formerLender} wide={qr !== null} />}
    </div>
  );
}

interface FormerLenderProps {
  lender: NonNullable<Instructions['formerLender']>;
  wide: boolean;
}

/** The lender who sold the loan, while payments to them count. */
function FormerLender({ lender, wide }: FormerLenderProps) {
  const { name, until, payee } = lender;
  return (
    <section
      aria-label={`Or pay ${name}`}
      className={clsx('border-t border-line pt-3', wide && 'sm:col-span-2')}
    >
      <p className="font-semibold">
        Or pay {name}, who sold this loan, until {formatDay(until)}
      </p>
      {payee ? (
        <>
          <dl className="mt-3 divide-y divide-line">
            <Line label="Holder" value={payee.holder} groups={[payee.holder]} plain />
            {payee.lines.map((line) => (
              <Line key={line.label} {...line} />
            ))}
          </dl>
          <p className="text-xs text-ink-2">
            Fingerprint <Code>{payee.fingerprint}</Code>. Report it in the card Sale.
          </p>
        </>
      ) : (
        <p className="text-ink-2">{name} has no payment details here any more.</p>
      )}
    </section>
  );
}

interface LineProps {
  label: string;
  /** To copy. */
  value: string;
  groups: readonly string[];
  /** Text or money, not technical. */
  plain?: boolean;
}

function Line({ label, value, groups, plain = false }: LineProps) {
  const id = useId();
  const text = groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat and never move
    <span key={index} className="mr-[0.6em] inline-block last:mr-0">
      {group}
    </span>
  ));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1 basis-48">
        <dt className="text-xs text-ink-3">{label}</dt>
        <dd id={id} className="num font-semibold wrap-anywhere">
          {plain ? <bdi>{text}</bdi> : <span className="font-mono text-sm">{text}</span>}
        </dd>
      </div>
      <CopyButton text={value} what={label.toLowerCase()} shownIn={id} />
    </div>
  );
}
