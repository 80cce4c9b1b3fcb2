/** Verify Domain: the DNS record to set, and live results of the checks. */

import { useState } from 'react';
import { useAction } from '../../../graph/use-action.ts';
import { useLiveUpdates } from '../../../graph/use-live-updates.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { DomainDialog } from '../dialog/domain-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { AccountRecord } from './account-record.tsx';
import { ConnectProvider } from './connect-provider.tsx';
import { DnsRecord } from './dns-record.tsx';
import { ProofAttempts } from './proof-attempts.tsx';
import { QueueCheckDocument, VerifyDomainLiveDocument } from './verify-dialog.generated.ts';

export function VerifyDialog() {
  return (
    <DomainGate title="Verify Domain" action="VERIFY">
      {(entered) => <Verify {...entered} />}
    </DomainGate>
  );
}

function Verify({ domain, show, close }: LoadedDialog) {
  const [queueCheck, busy] = useAction(QueueCheckDocument);
  const [problem, setProblem] = useState<string>();
  useLiveUpdates(VerifyDomainLiveDocument, { variables: { id: domain.id } });
  const verified = domain.status !== 'EXTERNAL_UNVERIFIED';
  const leave = () => close(verified ? undefined : 'Check back in a little bit.');
  const queue = async () => {
    setProblem(undefined);
    try {
      await queueCheck({ id: domain.id });
      showBanner('green', 'Transfer added to queue');
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <DomainDialog
      title="Verify Domain"
      domain={domain}
      wide
      problem={problem}
      text={
        verified
          ? 'This domain is verified. Keep the DNS record in place while it is listed.'
          : 'Add this record at your DNS provider, then queue a check. DNS changes can take a few hours; we keep checking for three days.'
      }
      onClose={leave}
    >
      {!verified && <ConnectProvider domainId={domain.id} />}
      <DnsRecord hosts={domain.verificationHosts ?? []} value={domain.verificationRecord ?? ''} />
      <AccountRecord />
      <ProofAttempts proof={domain} />
      <DialogActions>
        {verified && domain.actions.includes('LIST') ? (
          <Button variant="primary" onClick={() => show('list', domain.id)}>
            Get Loan
          </Button>
        ) : (
          <Button variant="primary" busy={busy} onClick={queue}>
            Queue Check
          </Button>
        )}
        <Button variant="quiet" onClick={leave}>
          {verified ? 'Close' : 'Cancel'}
        </Button>
      </DialogActions>
    </DomainDialog>
  );
}
