/** Drop a PDF, and see whether it is a contract of ours, unchanged. The file is compared and not kept. */

import { BadgeCheck, FileCheck, FileX } from 'lucide-react';
import { useRef, useState } from 'react';
import { Mark } from '../../ui/brand/mark.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Code } from '../../ui/display/code.tsx';
import { Time } from '../../ui/display/time.tsx';
import { Problem } from '../../ui/feedback/problem.tsx';
import { FileDrop } from '../../ui/input/file-drop.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import type { Verified } from './verify-contract.ts';
import { askWhose } from './verify-contract.ts';

type Looked =
  | { state: 'waiting'; file: File }
  | { state: 'told'; file: File; verified: Verified }
  | { state: 'failed'; file: File; message: string };

export function VerifyContractPage() {
  const { looked, look, clear } = useLook();
  return (
    <div className="mx-auto max-w-[40rem] py-6 sm:py-10">
      <PageHeading title="Verify a contract">Verify a contract</PageHeading>
      <p className="mt-2 mb-6 text-ink-2">
        Choose the PDF of a lending agreement. We compare its SHA-256 with those of the agreements
        that were shown and sealed here. The file is not kept.
      </p>
      <FileDrop
        label="Choose a PDF, or drop it here"
        hint="PDF, up to 10 MB"
        types={['application/pdf']}
        onFile={look}
      />
      <div role="status" className="mt-6">
        {looked?.state === 'waiting' && (
          <p className="flex items-center gap-3 text-ink-2 wrap-anywhere">
            <Mark size={20} turning /> Comparing {looked.file.name}
          </p>
        )}
        {looked?.state === 'told' && <Told file={looked.file} verified={looked.verified} />}
      </div>
      {looked?.state === 'failed' && (
        <Problem message={looked.message} onTryAgain={() => look(looked.file)} />
      )}
      {looked && looked.state !== 'waiting' && (
        <Button variant="quiet" className="mt-3 -ml-4" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  );
}

/** Of two files that are chosen one after the other, the answer about the last one counts. */
function useLook() {
  const [looked, setLooked] = useState<Looked>();
  const latest = useRef<File>(undefined);
  const look = async (file: File) => {
    latest.current = file;
    setLooked({ state: 'waiting', file });
    const next: Looked = await askWhose(file).then(
      (verified) => ({ state: 'told', file, verified }),
      (error: Error) => ({ state: 'failed', file, message: error.message }),
    );
    if (latest.current === file) setLooked(next);
  };
  const clear = () => {
    latest.current = undefined;
    setLooked(undefined);
  };
  return { looked, look, clear };
}

const looks = {
  sealed: {
    Icon: BadgeCheck,
    tone: 'border-green/30 bg-green-bg text-green',
    title: 'A sealed contract of Nameloan',
    text: 'It is, byte for byte, the agreement that both parties signed and that we sealed.',
  },
  shown: {
    Icon: FileCheck,
    tone: 'border-blue/30 bg-blue-bg text-blue',
    title: 'A contract of Nameloan, without its seal',
    text: 'It is, byte for byte, the text that was shown for signing. It bears no signatures itself.',
  },
  unknown: {
    Icon: FileX,
    tone: 'border-red/30 bg-red-bg text-red',
    title: 'None of our contracts',
    text: 'No agreement that was shown or sealed here has these bytes. It may have been changed since.',
  },
} as const;

function Told({ file, verified }: { file: File; verified: Verified }) {
  const { known, sealed, sha256, signedAt } = verified;
  const { Icon, tone, title, text } = looks[known ? (sealed ? 'sealed' : 'shown') : 'unknown'];
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
                'Not both parties have signed it.'
              ) : (
                <>
                  Both parties had signed it on <Time value={signedAt} as="day-time" />.
                </>
              )}
            </p>
          )}
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
