/** The payee that the payer knew, and the one that is valid now. */

import type { PayeeChange } from '../../../graph/api-error.ts';
import { useNow } from '../../../graph/business-time.ts';
import { Code } from '../../../ui/display/code.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { namePayeeKind } from '../../../ui/loan/payee-kind-names.ts';

export function ChangedPayee({ change }: { change: PayeeChange }) {
  const now = useNow();
  const { since, recentChanges } = change;
  return (
    <>
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <Side title="Before" payee={change.old} />
        <Side title="Now" payee={change.new} />
      </div>
      <p className="mt-4 text-ink-2">
        Entered on <Time value={since} as="short-day-time" now={now} />.{' '}
        {recentChanges > 1 && (
          <span className="font-semibold text-amber">
            Changed {recentChanges} times in 30 days.
          </span>
        )}
      </p>
    </>
  );
}

function Side({ title, payee }: { title: string; payee: PayeeChange['old'] }) {
  const { masked, holder, fingerprint } = payee;
  return (
    <section aria-label={title} className="rounded-md border border-line px-4 py-3">
      <h3 className="text-xs text-ink-3">{title}</h3>
      <Facts
        layout="list"
        items={[
          { label: namePayeeKind(payee), value: masked },
          { label: 'Holder', value: <bdi>{holder}</bdi> },
          { label: 'Fingerprint', value: <Code>{fingerprint}</Code> },
        ]}
      />
    </section>
  );
}
