/** What stands before a dialog about a domain: nothing for a moment, that it is being read, or why it cannot be done now. */

import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { PageProblem } from '../../../graph/page-problem.tsx';
import type { DomainAction } from '../../../graph/schema.generated.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { reasonAgainst } from './domain-actions.ts';
import type { OpenDomain, Opened } from './open-domain.ts';
import { useOpenDomain } from './open-domain.ts';

export interface Entered extends Opened {
  domain: OpenDomain;
}

export interface DomainGateProps {
  title: string;
  /** The move that the dialog is for: it is said why where it is refused. */
  move?: DomainAction;
  /** The same for what is not the server's to list. */
  unless?: (domain: OpenDomain) => string | undefined;
  children: (entered: Entered) => ReactNode;
}

/** Sooner than this most are read: a dialog that only flashes is worse than none. */
const patienceMs = 250;

export function DomainGate({ title, move, unless, children }: DomainGateProps) {
  const opened = useOpenDomain();
  const { domain, close } = opened;
  const entered = useRef<string>(undefined);
  if (!domain) return <Waiting title={title} opened={opened} />;
  const reason = (move && reasonAgainst(domain, move)) ?? unless?.(domain);
  // Whoever is in finishes: what was done makes its own move impossible before the dialog is gone.
  if (reason === undefined || entered.current === domain.id) {
    entered.current = domain.id;
    return children({ ...opened, domain });
  }
  return (
    <Dialog
      title={title}
      description={<Nameplate name={domain.unicodeName} size="row" className="text-ink" />}
      onClose={() => close()}
    >
      <p className="mt-4">{reason}</p>
      <DialogActions>
        <Button variant="primary" onClick={() => close()}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Waiting({ title, opened }: { title: string; opened: Opened }) {
  const { problem, retry, close } = opened;
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  if (patient && !problem) return null;
  return (
    <Dialog title={title} onClose={() => close()}>
      <div className="mt-4">
        {problem ? (
          <PageProblem problem={problem} onTryAgain={retry} />
        ) : (
          <Skeleton rows={3} label="The domain" />
        )}
      </div>
      <DialogActions>
        <Button onClick={() => close()}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}
