/** Placeholder for twelve listings, of the same height. */

export function ListingSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {Array.from({ length: 12 }, (_, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical
            key={at}
            className="flex h-[19.375rem] flex-col gap-5 rounded-lg border border-line p-5"
          >
            <span className="size-13 rounded-full bg-line/60" />
            <span className="h-4 w-3/5 rounded-xs bg-line/60" />
            <span className="mt-4 h-4 w-full rounded-xs bg-line/60" />
            <span className="h-4 w-4/5 rounded-xs bg-line/60" />
            <span className="mt-auto h-10 w-full rounded-md bg-line/60" />
          </div>
        ))}
      </div>
    </div>
  );
}
