/** The first focusable element: skips the bar and the navigation. */

export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:rounded-md focus:bg-surface focus:px-4 focus:py-2 focus:text-ink"
    >
      Skip to content
    </a>
  );
}
