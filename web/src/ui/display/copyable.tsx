/** A labelled technical text with a copy button, such as a line of a DNS record. */

import { useId } from 'react';
import { CopyButton } from '../button/copy-button.tsx';
import { Code } from './code.tsx';

export interface CopyableProps {
  /** "Host". */
  label: string;
  text: string;
}

export function Copyable({ label, text }: CopyableProps) {
  const id = useId();
  return (
    <div>
      <p className="mb-1.5 font-semibold">{label}</p>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <Code id={id} block>
            {text}
          </Code>
        </div>
        <CopyButton text={text} what={label.toLowerCase()} shownIn={id} />
      </div>
    </div>
  );
}
