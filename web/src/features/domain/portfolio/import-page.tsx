/** Import Names: a pasted list or a file, its preview with a verdict per line, then the progress of the job. */

import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/button/button.tsx';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { TextLink } from '../../../ui/button/text-link.tsx';
import { FileDrop } from '../../../ui/input/file-drop.tsx';
import { TextArea } from '../../../ui/input/text-area.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { ExportButton } from './export-button.tsx';
import { ImportResult } from './import-result.tsx';
import { PreviewCard } from './preview-card.tsx';
import type { ImportSummary } from './send-import.ts';
import { listTypes, previewImport, startImport } from './send-import.ts';

interface Preview {
  list: Blob;
  summary: ImportSummary;
}

export function ImportPage() {
  // The running import is in the address, so that a reload shows its progress.
  const [query, setQuery] = useSearchParams();
  const id = query.get('id');
  return (
    <>
      <PageHeading title="Import Names">Import Names</PageHeading>
      {id === null ? (
        <ImportForm onStart={(started) => setQuery({ id: started })} />
      ) : (
        <ImportResult key={id} id={id} onRestart={() => setQuery({})} />
      )}
    </>
  );
}

function ImportForm({ onStart }: { onStart: (id: string) => void }) {
  const [text, setText] = useState('');
  const [preview, setPreview] = useState<Preview>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const show = async (list: Blob) => {
    setBusy(true);
    setError(undefined);
    const answer = await previewImport(list);
    if ('error' in answer) setError(answer.error);
    else setPreview({ list, summary: answer.body });
    setBusy(false);
  };
  const start = async (list: Blob) => {
    setBusy(true);
    setError(undefined);
    const answer = await startImport(list);
    if ('error' in answer) setError(answer.error);
    else onStart(answer.body.id);
    setBusy(false);
  };
  if (preview)
    return (
      <PreviewCard
        summary={preview.summary}
        busy={busy}
        error={error}
        onStart={() => start(preview.list)}
        onBack={() => setPreview(undefined)}
      />
    );
  return (
    <Card title="Your list" className="mt-5">
      <p className="mt-2 max-w-[68ch] text-ink-2">
        Paste up to 2,000 names, or the CSV export of your registrar or marketplace. We read only
        the names, registrars and expiry dates; only you see the last two.
      </p>
      <TextArea
        label="Names"
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        autoCapitalize="none"
        hint="One name a line, or separated by commas or spaces"
        error={error}
        className="mt-4"
      />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          busy={busy}
          disabled={text.trim() === ''}
          onClick={() => show(new Blob([text]))}
        >
          Preview
        </Button>
        <TextLink to="/app/my-domains">Back to My Domains</TextLink>
        <LinkButton to="/app/my-domains?check-all" className="sm:hidden">
          Check All
        </LinkButton>
        <ExportButton className="sm:hidden" />
      </div>
      <div className="mt-5">
        <FileDrop
          label="Or choose a file, or drop it here"
          hint="CSV or text, up to 5 MB"
          types={listTypes}
          onFile={show}
          disabled={busy}
        />
      </div>
    </Card>
  );
}
