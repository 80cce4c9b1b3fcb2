/** An error message with a retry button. */

import { CircleAlert } from 'lucide-react';
import { Button } from '../button/button.tsx';

export interface ProblemProps {
  /** One sentence: "Offers can’t be shown right now." */
  message: string;
  onTryAgain?: () => void;
  /** Fill the page; otherwise one line within a card. */
  page?: boolean;
}

export function Problem({ message, onTryAgain, page = false }: ProblemProps) {
  const again = onTryAgain && (
    <Button size="row" onClick={onTryAgain}>
      Try again
    </Button>
  );
  if (page)
    return (
      <div role="alert" className="flex flex-col items-center px-6 py-24 text-center">
        <CircleAlert size={40} strokeWidth={1.5} aria-hidden="true" className="text-red" />
        <p className="display mt-4 max-w-[36ch] text-xl leading-7">{message}</p>
        {again && <div className="mt-5">{again}</div>}
      </div>
    );
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-red-bg px-4 py-3 text-red"
    >
      <CircleAlert size={18} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">{message}</p>
      {again}
    </div>
  );
}
