/** The agreed amount, rate and term, with the contract. */

import { FileText } from 'lucide-react';
import { formatDays } from '../../../format/days.ts';
import { formatMoney } from '../../../format/money.ts';
import { formatRate } from '../../../format/percent.ts';
import { saveFile } from '../../../graph/save-file.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextLink } from '../../../ui/button/text-link.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Stat } from '../../../ui/display/stat.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { contractNames } from '../../../ui/loan/contract-names.ts';
import type { Loan } from '../loan-parties.ts';

export function Terms({ loan }: { loan: Loan }) {
  const { amount, rate, term, contract, businessStatement } = loan;
  return (
    <Card title="Terms" className="sm:p-5">
      <Stat label="Amount" value={formatMoney(amount)} />
      <Facts
        className="mt-3 border-t border-line pt-3"
        items={[
          { label: 'Rate', value: formatRate(rate) },
          { label: 'Term', value: formatDays(term) },
          { label: 'Contract', value: <ContractLink loan={loan} /> },
        ]}
      />
      <p className="mt-3 text-xs text-ink-3">
        {contractNames[contract] ?? contract}
        {businessStatement && `. ${businessStatement}`}
      </p>
    </Card>
  );
}

/** Saves the sealed PDF, which needs the token; before it is sealed, a link to the signing page. */
function ContractLink({ loan }: { loan: Loan }) {
  const { signedPdfUrl, contractPath, role, borrowerContractUrl, lenderContractUrl } = loan;
  const own = role === 'BORROWER' ? borrowerContractUrl : lenderContractUrl;
  if (signedPdfUrl && contractPath)
    return (
      <Button
        size="row"
        icon={FileText}
        onClick={() => void saveFile(contractPath, `contract-${loan.domainName}.pdf`)}
      >
        Signed PDF
      </Button>
    );
  if (own && role !== 'OPERATOR')
    return (
      <TextLink to={own} newTab className="whitespace-nowrap">
        <FileText size={15} aria-hidden="true" />
        Agreement
      </TextLink>
    );
  return (
    <span className="font-normal text-ink-2">{role === 'OPERATOR' ? 'Below' : 'Not yet'}</span>
  );
}
