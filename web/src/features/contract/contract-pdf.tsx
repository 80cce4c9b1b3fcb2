/** The PDF of a contract: by its link alone until it is sealed, then with the reader's token. */

import { useObjectUrl } from '../../graph/use-object-url.ts';
import { PdfFrame } from '../../ui/display/pdf-frame.tsx';
import { Problem } from '../../ui/feedback/problem.tsx';
import type { SigningPageFragment } from './contract-page.generated.ts';
import { nameDocument } from './contract-parties.ts';

export function ContractPdf({ contract }: { contract: SigningPageFragment }) {
  const { amendment, pdfPath, sealed, unicodeName } = contract;
  const sealedUrl = useObjectUrl(sealed ? pdfPath : null);
  const path = sealed ? sealedUrl : pdfPath;
  if (path === null) return <Problem message="The contract can’t be shown right now." />;
  return (
    <PdfFrame
      path={path}
      name={`${nameDocument(amendment)} on ${unicodeName}`}
      className="h-[70dvh] min-h-[24rem]"
    />
  );
}
