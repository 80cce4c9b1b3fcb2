/** What the checks of a DNS proof have found so far, the latest first, and when the next one is. */

import { CircleCheck, CircleDashed, CircleHelp } from 'lucide-react';
import { useNow } from '../../../graph/business-time.ts';
import type { VerificationOutcome } from '../../../graph/schema.generated.ts';
import { Time } from '../../../ui/display/time.tsx';
import type { ProofFragment } from './verify-dialog.generated.ts';

const outcomes = {
  FOUND: { icon: CircleCheck, words: 'Record found', look: 'text-green' },
  MISSING: { icon: CircleDashed, words: 'Not there yet', look: 'text-ink-3' },
  UNKNOWN: { icon: CircleHelp, words: 'No clear answer', look: 'text-amber' },
} satisfies Record<VerificationOutcome, object>;

/** More are in the list of the last thirty; these say enough. */
const maxShown = 5;

export function ProofAttempts({ proof }: { proof: ProofFragment }) {
  const now = useNow();
  const tries = proof.verificationAttempts ?? [];
  return (
    <div className="mt-5" role="log" aria-label="Checks of the DNS record">
      {tries.length > 0 && (
        <ol className="space-y-3">
          {tries.slice(0, maxShown).map(({ at, outcome, detail }) => {
            const { icon: Icon, words, look } = outcomes[outcome];
            return (
              <li key={at} className="flex gap-3">
                <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${look}`} />
                <span className="min-w-0">
                  <span className="font-semibold">{words}</span>
                  <span className="text-ink-3">
                    {', '}
                    <Time as="ago" value={at} now={now} className="lowercase" />
                  </span>
                  <span className="block text-xs text-ink-2 wrap-anywhere">{detail}</span>
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <NextCheck at={proof.nextCheckAt} now={now} />
    </div>
  );
}

function NextCheck({ at, now }: { at: string | null; now: Date }) {
  if (at === null) return null;
  const due = Date.parse(at) <= now.getTime();
  return (
    <p className="mt-3 text-xs text-ink-2">
      {due ? (
        'Checking now…'
      ) : (
        <>
          Next check: <Time as="day-time" value={at} />
        </>
      )}
    </p>
  );
}
