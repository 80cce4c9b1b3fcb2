/** The first pages of both standard agreements; each opens its specimen. */

import clsx from 'clsx';

export interface ContractPreviewProps {
  /** In the order of the API's numbers 0 and 1. */
  names: readonly string[];
  /** The number of the chosen agreement. */
  chosen: number;
}

export function ContractPreview({ names, chosen }: ContractPreviewProps) {
  return (
    <ul aria-label="Specimens" className="my-5 grid grid-cols-2 gap-4">
      {names.map((name, kind) => (
        <li key={name}>
          <a
            href={`/api/contracts/specimen/${kind}`}
            target="_blank"
            rel="noreferrer"
            className="block rounded-md"
          >
            {/* Made by `npm run pictures`. */}
            <img
              src={`/agreement-${kind}.webp`}
              alt=""
              width={560}
              height={792}
              loading="lazy"
              className={clsx(
                'h-auto w-full rounded-md border bg-white',
                kind === chosen ? 'border-brand-ink outline-2 outline-brand-ink' : 'border-line',
              )}
            />
            <span className="mt-2 block text-ink-2 text-xs">{name}</span>
            <span className="font-semibold text-brand-ink underline decoration-1 underline-offset-4">
              Open PDF
            </span>
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
