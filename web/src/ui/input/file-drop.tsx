/** Accepts one file, chosen with a button or dropped on it. Of several dropped files the first is used. */

import clsx from 'clsx';
import { Upload } from 'lucide-react';
import type { DragEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';

export interface FileDropProps {
  /** "Choose a picture, or drop it here". */
  label: string;
  /** "JPEG, PNG or GIF". */
  hint?: string;
  /** Accepted media types: "image/png". */
  types: readonly string[];
  onFile: (file: File) => void;
  /** Why the last file was rejected. */
  error?: string;
  disabled?: boolean;
}

/** Without this, a file dropped next to the target would replace the page. */
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
  const [rejected, setRejected] = useState(false);
  useEffect(preventFileNavigation, []);
  const message = rejected ? `This file type isn’t supported. ${hint ?? ''}`.trim() : error;
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file === undefined || disabled) return;
    // Dropped files bypass the `accept` filter.
    const accepted = types.includes(file.type);
    setRejected(!accepted);
    if (accepted) onFile(file);
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
        aria-describedby={`${id}-message`}
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
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
      <p
        id={`${id}-message`}
        role={message === undefined ? undefined : 'alert'}
        className={clsx('mt-1.5 text-xs', message === undefined ? 'text-ink-3' : 'text-red')}
      >
        {message ?? hint}
      </p>
    </div>
  );
}
