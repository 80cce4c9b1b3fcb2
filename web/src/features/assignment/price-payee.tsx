/** Where the buyer pays the price. It is read on demand, because each read counts as a view of payment details. */

import { useApolloClient } from '@apollo/client/react';
import { useId, useState } from 'react';
import { toErrorDetails } from '../../graph/api-error.ts';
import { useNow } from '../../graph/business-time.ts';
import { Button } from '../../ui/button/button.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Code } from '../../ui/display/code.tsx';
import { Time } from '../../ui/display/time.tsx';
import { Problem } from '../../ui/feedback/problem.tsx';
import type { SalePayeeQuery } from './assignment-page.generated.ts';
import { SalePayeeDocument } from './assignment-page.generated.ts';

type Payee = NonNullable<SalePayeeQuery['assignment']>['payee'];
type Result = { payee: Payee } | { problem: string };

export interface PricePayeeProps {
  token: string;
  sellerName: string;
}

export function PricePayee({ token, sellerName }: PricePayeeProps) {
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const read = async () => {
    setBusy(true);
    try {
      const query = SalePayeeDocument;
      const { data } = await client.query({ query, variables: { token }, fetchPolicy: 'no-cache' });
      setResult({ payee: data?.assignment?.payee ?? null });
    } catch (error) {
      setResult({ problem: toErrorDetails(error).message });
    }
    setBusy(false);
  };
  return (
    <div className="mt-3">
      {!result && (
        <Button busy={busy} onClick={read} className="w-full">
          Show payment details
        </Button>
      )}
      {result && 'problem' in result && <Problem message={result.problem} onTryAgain={read} />}
      {result && 'payee' in result && <Details payee={result.payee} sellerName={sellerName} />}
    </div>
  );
}

function Details({ payee, sellerName }: { payee: Payee; sellerName: string }) {
  const now = useNow();
  if (!payee)
    return (
      <p className="text-ink-2">
        {sellerName} hasn’t chosen where to be paid. Ask through a channel you already use.
      </p>
    );
  const { holder, lines, fingerprint, changedAt, recentChanges } = payee;
  return (
    <>
      <dl className="divide-y divide-line">
        <Line label="Holder" value={holder} shown={holder} />
        {lines.map(({ label, value, groups }) => (
          <Line key={label} label={label} value={value} shown={groups.join(' ')} />
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-2">
        Fingerprint <Code>{fingerprint}</Code>, unchanged since{' '}
        <Time value={changedAt} as="short-day" now={now} />.{' '}
        {recentChanges > 1 && (
          <span className="font-semibold text-amber">
            Changed {recentChanges} times in 30 days: call {sellerName} first.
          </span>
        )}
      </p>
    </>
  );
}

function Line({ label, value, shown }: { label: string; value: string; shown: string }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5 first:pt-0">
      <div className="min-w-0">
        <dt className="text-xs text-ink-3">{label}</dt>
        <dd id={id} className="num font-semibold wrap-anywhere">
          <bdi>{shown}</bdi>
        </dd>
      </div>
      <CopyButton text={value} what={label.toLowerCase()} shownIn={id} />
    </div>
  );
}
