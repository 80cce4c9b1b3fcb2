/** The contract of a disputed loan, for the operator: fetched with their token and framed. */

import { useEffect, useState } from 'react';
import { fetchFile } from '../../../graph/client.ts';
import { saveFile } from '../../../graph/save-file.ts';
import { Button } from '../../../ui/button/button.tsx';
import { PdfFrame } from '../../../ui/display/pdf-frame.tsx';
import { Problem } from '../../../ui/feedback/problem.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Loan } from '../loan-parties.ts';

/** The address of the bytes in this page; null: they could not be fetched. */
function useFile(path: string | null) {
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    if (!path) return;
    let made: string | undefined;
    let gone = false;
    fetchFile(path)
      .then((response) => (response.ok ? response.blob() : undefined))
      .catch(() => undefined)
      .then((bytes) => {
        if (gone) return;
        made = bytes && URL.createObjectURL(bytes);
        setAddress(made ?? null);
      });
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [path]);
  return address;
}

export function ContractCard({ loan }: { loan: Loan }) {
  const { contractPath, unicodeName } = loan;
  const [wanted, setWanted] = useState(false);
  const address = useFile(wanted ? contractPath : null);
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
    <Card title="Contract" aside={wanted ? save : undefined}>
      {!wanted && (
        <Button size="row" className="mt-3" onClick={() => setWanted(true)}>
          Show the contract
        </Button>
      )}
      {wanted && address === null && (
        <div className="mt-3">
          <Problem message="The contract cannot be shown now." />
        </div>
      )}
      {address && (
        <div className="mt-3">
          <PdfFrame path={address} name={`Contract of the loan on ${unicodeName}`} />
        </div>
      )}
    </Card>
  );
}
