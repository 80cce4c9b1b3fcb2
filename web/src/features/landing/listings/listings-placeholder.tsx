/** The places of the newest listings before they arrive, or for those that are missing; as high as a listing. */

import clsx from 'clsx';

export const shownListings = 3;

/** The same in every state, so that nothing moves when listings arrive, or none do. */
export const tileClass =
  'relative flex min-h-41 flex-col rounded-lg border border-line bg-surface p-5';
export const gridClass = 'mt-8 grid gap-5 lg:grid-cols-3';

export function ListingsPlaceholder({ busy = false }: { busy?: boolean }) {
  return (
    <div aria-busy={busy} className={gridClass}>
      {busy && <span className="sr-only">Loading</span>}
      <EmptyPlaces count={shownListings} />
    </div>
  );
}

export interface EmptyPlacesProps {
  count: number;
  /** For places that stay empty. */
  dashed?: boolean;
  as?: 'div' | 'li';
}

export function EmptyPlaces({ count, dashed = false, as: Place = 'div' }: EmptyPlacesProps) {
  return Array.from({ length: count }, (_, at) => (
    <Place
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      key={at}
      aria-hidden="true"
      className={clsx(tileClass, dashed && 'border-dashed')}
    >
      {!dashed && (
        <>
          <span className="size-10 rounded-full bg-line/60" />
          <span className="mt-auto h-4 w-4/5 rounded-xs bg-line/60" />
        </>
      )}
    </Place>
  ));
}
