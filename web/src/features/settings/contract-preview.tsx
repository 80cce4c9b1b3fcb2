/** An agreement to read before there is a loan. */

import { PdfFrame } from '../../ui/display/pdf-frame.tsx';

export interface ContractPreviewProps {
  /** 0 or 1, as the API numbers them. */
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
