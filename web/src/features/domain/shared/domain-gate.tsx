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
import { findBlockedReason } from './domain-actions.ts';
import type { OpenDialog, OpenDomain } from './open-domain.ts';
import { useOpenDomain } from './open-domain.ts';

export interface LoadedDialog extends OpenDialog {
  domain: OpenDomain;
}

export interface DomainGateProps {
  title: string;
  /** The move that the dialog is for: it is said why where it is refused. */
  action?: DomainAction;
  /** The same for what is not the server's to list. */
  getBlockedReason?: (domain: OpenDomain) => string | undefined;
  children: (entered: LoadedDialog) => ReactNode;
}

/** Sooner than this most are read: a dialog that only flashes is worse than none. */
const showDelayMs = 250;

export function DomainGate({ title, action, getBlockedReason, children }: DomainGateProps) {
  const opened = useOpenDomain();
  const { domain, close } = opened;
  const entered = useRef<string>(undefined);
  if (!domain) return <LoadingDialog title={title} opened={opened} />;
  const reason = (action && findBlockedReason(domain, action)) ?? getBlockedReason?.(domain);
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

function LoadingDialog({ title, opened }: { title: string; opened: OpenDialog }) {
  const { problem, retry, close } = opened;
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), showDelayMs);
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
