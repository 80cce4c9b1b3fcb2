/** Takes one file: by a button, or dropped on it. Of several that are dropped the first is used. */

import clsx from 'clsx';
import { Upload } from 'lucide-react';
import type { DragEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';

export interface FileDropProps {
  /** "Choose a picture, or drop it here". */
  label: string;
  /** "JPEG, PNG or GIF". */
  hint?: string;
  /** Media types that are taken: "image/png". */
  types: readonly string[];
  onFile: (file: File) => void;
  /** Why the last one was not taken. */
  error?: string;
  disabled?: boolean;
}

/** A file that is dropped beside the place would be opened by the browser instead of the page. */
function preventFileNavigation(): () => void {
  const keep = (event: globalThis.DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  addEventListener('dragover', keep);
  addEventListener('drop', keep);
  return () => {
    removeEventListener('dragover', keep);
    removeEventListener('drop', keep);
  };
}

export function FileDrop({ label, hint, types, onFile, error, disabled = false }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState(false);
  useEffect(preventFileNavigation, []);
  const said = refused ? `This kind of file is not taken. ${hint ?? ''}`.trim() : error;
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file === undefined || disabled) return;
    // What is dropped has passed no filter.
    const wanted = types.includes(file.type);
    setRefused(!wanted);
    if (wanted) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div>
      <button
        type="button"
        disabled={disabled}
        aria-describedby={`${id}-said`}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'flex min-h-24 w-full flex-col items-center justify-center gap-2 rounded-lg border border-dashed px-4 py-5 font-semibold disabled:text-ink-3',
          over ? 'border-brand-ink bg-brand-tint' : 'border-line-strong bg-surface hover:bg-sunken',
        )}
      >
        <Upload size={20} strokeWidth={1.75} aria-hidden="true" className="text-brand-ink" />
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join()}
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      <p
        id={`${id}-said`}
        role={said === undefined ? undefined : 'alert'}
        className={clsx('mt-1.5 text-xs', said === undefined ? 'text-ink-3' : 'text-red')}
      >
        {said ?? hint}
      </p>
    </div>
  );
}
