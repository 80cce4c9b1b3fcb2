/** The diligence report of the domain that the page's query names. */

import { DiligenceDialog } from '../../graph/diligence/diligence-dialog.tsx';
import { DomainGate } from './dialog/domain-gate.tsx';

export function OpenDiligence() {
  return (
    <DomainGate title="Diligence">
      {({ domain, close }) => <DiligenceDialog domain={domain} onClose={() => close()} />}
    </DomainGate>
  );
}
