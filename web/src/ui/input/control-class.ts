/** The CSS classes of form controls. */

export const controlClass =
  'w-full rounded-md border border-line-strong bg-surface text-ink placeholder:text-ink-3 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-red';
