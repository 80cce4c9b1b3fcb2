/** The contract of a disputed loan, fetched with the operator's token and shown in a frame. */

import { useState } from 'react';
import { saveFile } from '../../../graph/save-file.ts';
import { useObjectUrl } from '../../../graph/use-object-url.ts';
import { Button } from '../../../ui/button/button.tsx';
import { PdfFrame } from '../../../ui/display/pdf-frame.tsx';
import { Problem } from '../../../ui/feedback/problem.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Loan } from '../loan-parties.ts';

export function ContractCard({ loan }: { loan: Loan }) {
  const { contractPath, unicodeName } = loan;
  const [isOpen, setIsOpen] = useState(false);
  const url = useObjectUrl(isOpen ? contractPath : null);
  if (!contractPath) return null;
  const save = (
    <Button
      size="row"
      onClick={() => void saveFile(contractPath, `contract-${loan.domainName}.pdf`)}
    >
      Save
    </Button>
  );
  return (
    <Card title="Contract" aside={isOpen ? save : undefined}>
      {!isOpen && (
        <Button size="row" className="mt-3" onClick={() => setIsOpen(true)}>
          Show the contract
        </Button>
      )}
      {isOpen && url === null && (
        <div className="mt-3">
          <Problem message="The contract can’t be shown right now." />
        </div>
      )}
      {url && (
        <div className="mt-3">
          <PdfFrame path={url} name={`Contract of the loan on ${unicodeName}`} />
        </div>
      )}
    </Card>
  );
}
