/** One record for all names: the account's TXT record, or where the operator offers them, an alias or nameservers. */

import { useState } from 'react';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { AccountRecordDocument } from './account-record.generated.ts';
import { DnsRecord, RecordLines } from './dns-record.tsx';

/** Folded: one name needs only its own record. */
export function AccountRecord() {
  const [opened, setOpened] = useState(false);
  return (
    <details className="mt-3" onToggle={({ currentTarget: { open } }) => open && setOpened(true)}>
      <summary className="py-2.5 font-semibold">One record for all your names</summary>
      {opened && <Records />}
    </details>
  );
}

function Records() {
  const { data, problem, retry } = usePageQuery(AccountRecordDocument, {});
  const proof = data?.accountProof;
  if (!proof) return <PageProblem problem={problem} onTryAgain={retry} />;
  return (
    <>
      <p className="mt-3 text-ink-2">
        Add this record to each of your names. Anyone who looks it up can see that these names
        belong to one account.
      </p>
      <DnsRecord hosts={[proof.txt.host]} value={proof.txt.value} of="the account record" />
      {proof.cname && (
        <>
          <p className="mt-5 text-ink-2">Or add this CNAME record instead:</p>
          <RecordLines
            lines={[
              ['Host', proof.cname.host, 'host of the CNAME record'],
              ['Type', 'CNAME', 'type of the CNAME record'],
              ['Value', proof.cname.target, 'value of the CNAME record'],
            ]}
          />
        </>
      )}
      {proof.nameservers && (
        <>
          <p className="mt-5 text-ink-2">
            For parked names, set these nameservers at your registrar. Keep them while the name is
            listed or waits for its transfer.
          </p>
          <RecordLines
            lines={proof.nameservers.map(
              (host, index) => [`NS ${index + 1}`, host, `nameserver ${index + 1}`] as const,
            )}
          />
        </>
      )}
    </>
  );
}
