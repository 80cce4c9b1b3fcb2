/** The evidence files of one party, for download only: the page never renders untrusted content. */

import { Download } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { saveFile } from '../../../graph/save-file.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import type { EvidenceFileFragment } from '../loan.generated.ts';

const kinds: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'text/plain': 'Text',
};

const size = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'kilobyte',
  maximumFractionDigits: 0,
});

export interface EvidenceFilesProps {
  /** The party that added them, such as "Milo Reyes". */
  owner: string;
  files: readonly EvidenceFileFragment[];
}

export function EvidenceFiles({ owner, files }: EvidenceFilesProps) {
  return (
    <div>
      <h3 className="font-semibold wrap-anywhere">{owner}</h3>
      {files.length === 0 ? (
        <p className="mt-1 text-ink-3">Nothing here yet...</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {files.map((file) => (
            <EvidenceItem key={file.id} file={file} />
          ))}
        </ul>
      )}
    </div>
  );
}

function EvidenceItem({ file }: { file: EvidenceFileFragment }) {
  const now = useNow();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const problem = await saveFile(file.path, file.name);
    if (problem) showBanner('red', problem);
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p dir="auto" className="wrap-anywhere">
          {file.name}
        </p>
        <p className="num text-2xs text-ink-3">
          {kinds[file.type] ?? file.type}, {size.format(Math.max(1, file.size / 1024))},{' '}
          <Time value={file.at} as="short-day-time" now={now} />
        </p>
      </div>
      <Button
        size="row"
        icon={Download}
        busy={busy}
        onClick={save}
        aria-label={`Save ${file.name}`}
      >
        Save
      </Button>
    </li>
  );
}
