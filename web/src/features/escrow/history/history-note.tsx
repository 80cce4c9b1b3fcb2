/** The note of a history entry. Hashes are folded to one short line; they are copied whole. */

import { useId } from 'react';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { foldHashes } from './fold-hashes.ts';

export function HistoryNote({ note }: { note: string }) {
  return (
    <div dir="auto" className="mt-1 text-ink-2 wrap-anywhere whitespace-pre-wrap">
      {foldHashes(note).map(({ text, isHash }) =>
        isHash ? <FoldedHash key={text} hash={text} /> : text,
      )}
    </div>
  );
}

function FoldedHash({ hash }: { hash: string }) {
  const id = useId();
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-middle">
      <code id={id} title={hash} className="max-w-48 truncate font-mono text-xs">
        {hash}
      </code>
      <CopyButton text={hash} what="the hash" shownIn={id} />
    </span>
  );
}
