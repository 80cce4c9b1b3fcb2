/** The amendments of a loan: the one that waits, all by number, and the button that proposes another. */

import { Suspense, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { useTint } from '../../../ui/display/use-tint.ts';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { Card } from '../../../ui/layout/card.tsx';
import type { Loan } from '../loan-parties.ts';
import { AmendmentChain } from './amendment-chain.tsx';
import type { OpenAmendment } from './dialog-props.ts';
import { findLiveAmendment } from './find-amendment.ts';
import { LiveAmendment } from './live-amendment.tsx';

const AmendmentDialog = lazyComponent(
  async () => (await import('./amendment-dialog.tsx')).AmendmentDialog,
);

export function AmendmentsCard({ loan }: { loan: Loan }) {
  // The terms that the reader saw when it was opened stay those of the dialog.
  const [open, setOpen] = useState<OpenAmendment>();
  const { amendments, actions } = loan;
  const live = findLiveAmendment(loan);
  const others = amendments.filter((one) => one !== live);
  const shown = JSON.stringify(amendments);
  return (
    <Card
      ref={useTint<HTMLElement>(shown)}
      title="Amendments"
      className="sm:p-5"
      aside={
        actions.includes('PROPOSE_AMENDMENT') && (
          <Button
            size="row"
            aria-label="Propose Amendment"
            onClick={() => setOpen({ kind: 'PROPOSE' })}
          >
            Propose
          </Button>
        )
      }
    >
      {amendments.length === 0 && (
        <p className="mt-1 text-ink-3">None yet. A change of the terms needs both signatures.</p>
      )}
      {live && (
        <LiveAmendment
          loan={loan}
          amendment={live}
          onOpen={(kind) => setOpen({ kind, amendment: live })}
        />
      )}
      {others.length > 0 && <AmendmentChain amendments={others} />}
      <Suspense fallback={null}>
        {open && <AmendmentDialog open={open} loan={loan} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </Card>
  );
}
