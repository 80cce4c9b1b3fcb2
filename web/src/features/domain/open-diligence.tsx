/** The diligence report of the domain that the page's query names, and its rejected transfers. */

import { DiligenceDialog } from '../../graph/diligence/diligence-dialog.tsx';
import { DomainGate } from './dialog/domain-gate.tsx';
import { RejectedTransfers } from './registrar/rejected-transfers.tsx';

export function OpenDiligence() {
  return (
    <DomainGate title="Diligence">
      {({ domain, close }) => (
        <DiligenceDialog domain={domain} onClose={() => close()}>
          <RejectedTransfers domainId={domain.id} />
        </DiligenceDialog>
      )}
    </DomainGate>
  );
}
