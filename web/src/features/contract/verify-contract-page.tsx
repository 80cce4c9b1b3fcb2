/** Checks whether a PDF is an unchanged contract of ours. The server compares its hash and does not keep the file. */

import { BadgeCheck, FileCheck, FileX } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatDay } from '../../format/day.ts';
import { Mark } from '../../ui/brand/mark.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Code } from '../../ui/display/code.tsx';
import { Time } from '../../ui/display/time.tsx';
import { Problem } from '../../ui/feedback/problem.tsx';
import { FileDrop } from '../../ui/input/file-drop.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import type { ContractVerification, VerifiedAmendment, VerifiedDeed } from './verify-contract.ts';
import { verifyContract } from './verify-contract.ts';

type Check =
  | { state: 'pending'; file: File }
  | { state: 'done'; file: File; verification: ContractVerification }
  | { state: 'failed'; file: File; message: string };

export function VerifyContractPage() {
  const { check, verify, clear } = useVerification();
  return (
    <div className="mx-auto max-w-[40rem] py-6 sm:py-10">
      <PageHeading title="Check a contract">Check a contract</PageHeading>
      <p className="mt-2 mb-6 text-ink-2">
        Choose the PDF of a lending agreement, an amendment or a deed. We compare its SHA-256 hash
        with those shown and sealed here. The file is not kept.
      </p>
      <FileDrop
        label="Choose a PDF or drop it here"
        hint="PDF, up to 10 MB"
        types={['application/pdf']}
        onFile={verify}
      />
      <div role="status" className="mt-6">
        {check?.state === 'pending' && (
          <p className="flex items-center gap-3 text-ink-2 wrap-anywhere">
            <Mark size={20} turning /> Checking {check.file.name}
          </p>
        )}
        {check?.state === 'done' && (
          <VerificationResult file={check.file} verification={check.verification} />
        )}
      </div>
      {check?.state === 'failed' && (
        <Problem message={check.message} onTryAgain={() => verify(check.file)} />
      )}
      {check && check.state !== 'pending' && (
        <Button variant="quiet" className="mt-3 -ml-4" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  );
}

/** When several files are chosen in a row, only the result of the last one is shown. */
function useVerification() {
  const [check, setCheck] = useState<Check>();
  const latest = useRef<File>(undefined);
  const verify = async (file: File) => {
    latest.current = file;
    setCheck({ state: 'pending', file });
    const next: Check = await verifyContract(file).then(
      (verification) => ({ state: 'done', file, verification }),
      (error: Error) => ({ state: 'failed', file, message: error.message }),
    );
    if (latest.current === file) setCheck(next);
  };
  const clear = () => {
    latest.current = undefined;
    setCheck(undefined);
  };
  return { check, verify, clear };
}

const variants = {
  sealed: {
    Icon: BadgeCheck,
    tone: 'border-green/30 bg-green-bg text-green',
    title: 'Sealed Nameloan contract',
    text: 'Byte for byte the agreement that both parties signed and we sealed.',
  },
  shown: {
    Icon: FileCheck,
    tone: 'border-blue/30 bg-blue-bg text-blue',
    title: 'Unsealed Nameloan contract',
    text: 'Byte for byte the text shown for signing. The file itself has no signatures.',
  },
  unknown: {
    Icon: FileX,
    tone: 'border-red/30 bg-red-bg text-red',
    title: 'Not a Nameloan contract',
    text: 'No agreement shown or sealed here matches this file. It may have been changed.',
  },
} as const;

function VerificationResult({
  file,
  verification,
}: {
  file: File;
  verification: ContractVerification;
}) {
  const { known, sealed, sha256, signedAt, amendment, assignment } = verification;
  const { Icon, tone, title, text } = variants[known ? (sealed ? 'sealed' : 'shown') : 'unknown'];
  return (
    <section aria-label={title} className={`rounded-lg border p-5 ${tone}`}>
      <div className="flex items-start gap-3">
        <Icon size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <div className="min-w-0">
          <p className="text-base font-semibold">{title}</p>
          <p className="mt-1">{text}</p>
          {known && (
            <p className="mt-1">
              {signedAt === null ? (
                'At least one party has not signed it.'
              ) : (
                <>
                  Both parties had signed by <Time value={signedAt} as="day-time" />.
                </>
              )}
            </p>
          )}
          {amendment && <AmendmentResult amendment={amendment} />}
          {assignment && <DeedResult deed={assignment} />}
          <p className="mt-3 text-xs wrap-anywhere">{file.name}</p>
          <p className="mt-1">
            <span className="sr-only">SHA-256 </span>
            <Code>{sha256}</Code>
          </p>
        </div>
      </div>
    </section>
  );
}

/** Where the document is in the chain, and whether its terms ever counted. */
function AmendmentResult({ amendment }: { amendment: VerifiedAmendment }) {
  const { number, status, parentSha256, effectiveOn } = amendment;
  const ended = status === 'LAPSED' || status === 'VOID';
  return (
    <>
      <p className="mt-1">
        It is amendment {number} of its loan.{' '}
        {effectiveOn
          ? `Its terms count from ${formatDay(effectiveOn)}.`
          : ended
            ? 'It never took effect.'
            : 'It is not in effect yet.'}
      </p>
      {parentSha256 && (
        <p className="mt-1">
          It changes the document with SHA-256 <Code>{parentSha256}</Code>
        </p>
      )}
    </>
  );
}

/** Which documents the deed names, and whether the loan was sold by it. */
function DeedResult({ deed }: { deed: VerifiedDeed }) {
  const { status, contractSha256, amendmentSha256 } = deed;
  return (
    <>
      <p className="mt-1">
        It is the deed of a sale.{' '}
        {status === 'CLOSED' ? 'The loan was sold by it.' : 'The loan was not sold by it.'}
      </p>
      {contractSha256 && (
        <p className="mt-1">
          It names the contract with SHA-256 <Code>{contractSha256}</Code>
        </p>
      )}
      {amendmentSha256 && (
        <p className="mt-1">
          And its last amendment with SHA-256 <Code>{amendmentSha256}</Code>
        </p>
      )}
    </>
  );
}
