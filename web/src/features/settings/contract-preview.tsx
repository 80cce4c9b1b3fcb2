/** A specimen of a lending agreement. */

import { PdfFrame } from '../../ui/display/pdf-frame.tsx';

export interface ContractPreviewProps {
  /** The API's number of the agreement: 0 or 1. */
  kind: number;
  name: string;
}

export function ContractPreview({ kind, name }: ContractPreviewProps) {
  return (
    <div className="my-4">
      <PdfFrame path={`/api/contracts/specimen/${kind}`} name={name} />
    </div>
  );
}
