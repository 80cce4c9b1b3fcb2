/** The results of the DNS checks, latest first, and the time of the next one. */

import { CircleAlert, CircleCheck, CircleDashed, CircleHelp } from 'lucide-react';
import { useNow } from '../../../graph/business-time.ts';
import type { VerificationOutcome } from '../../../graph/schema.generated.ts';
import { Time } from '../../../ui/display/time.tsx';
import type { ProofFragment } from './verify-dialog.generated.ts';

const outcomes = {
  FOUND: { icon: CircleCheck, label: 'Record found', className: 'text-green' },
  MISSING: { icon: CircleDashed, label: 'Not there yet', className: 'text-ink-3' },
  UNKNOWN: { icon: CircleHelp, label: 'Inconclusive', className: 'text-amber' },
} satisfies Record<VerificationOutcome, object>;

/** Signatures that don't match may be an attack or a mistake in the zone; neither proves anything. */
const bogus = { icon: CircleAlert, label: 'Invalid DNSSEC signatures', className: 'text-red' };

/** The server returns the last thirty. */
const maxShown = 5;

export function ProofAttempts({ proof }: { proof: ProofFragment }) {
  const now = useNow();
  const attempts = proof.verificationAttempts ?? [];
  return (
    <div className="mt-5" role="log" aria-label="Checks of the DNS record">
      {attempts.length > 0 && (
        <ol className="space-y-3">
          {attempts.slice(0, maxShown).map(({ at, outcome, detail, validation }) => {
            const isBogus = validation === 'BOGUS' && outcome !== 'FOUND';
            const { icon: Icon, label, className } = isBogus ? bogus : outcomes[outcome];
            return (
              <li key={at} className="flex gap-3">
                <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${className}`} />
                <span className="min-w-0">
                  <span className="font-semibold">{label}</span>
                  <span className="text-ink-3">
                    {', '}
                    <Time as="ago" value={at} now={now} className="lowercase" />
                  </span>
                  {validation === 'SECURE' && (
                    <span className="block text-xs text-green">Zone signed and validated</span>
                  )}
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
