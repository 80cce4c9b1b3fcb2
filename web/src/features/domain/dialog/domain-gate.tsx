/** Renders a domain dialog once the domain is loaded, or shows that it is loading or why the action is blocked. */

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
  /** The action of the dialog; if the server blocks it, the reason is shown. */
  action?: DomainAction;
  /** The same for conditions that the server does not list. */
  getBlockedReason?: (domain: OpenDomain) => string | undefined;
  children: (dialog: LoadedDialog) => ReactNode;
}

/** Most domains load faster; this avoids a flashing dialog. */
const showDelayMs = 250;

export function DomainGate({ title, action, getBlockedReason, children }: DomainGateProps) {
  const dialog = useOpenDomain();
  const { domain, close } = dialog;
  const enteredId = useRef<string>(undefined);
  if (!domain) return <LoadingDialog title={title} dialog={dialog} />;
  const reason = (action && findBlockedReason(domain, action)) ?? getBlockedReason?.(domain);
  // Keep an open dialog: its own success blocks the action before the dialog has closed.
  if (reason === undefined || enteredId.current === domain.id) {
    enteredId.current = domain.id;
    return children({ ...dialog, domain });
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

function LoadingDialog({ title, dialog }: { title: string; dialog: OpenDialog }) {
  const { problem, retry, close } = dialog;
  const [hidden, setHidden] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setHidden(false), showDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (hidden && !problem) return null;
  return (
    <Dialog title={title} onClose={() => close()}>
      <div className="mt-4">
        {problem ? (
          <PageProblem problem={problem} onTryAgain={retry} />
        ) : (
          <Skeleton rows={3} label="Loading the domain" />
        )}
      </div>
      <DialogActions>
        <Button onClick={() => close()}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}
