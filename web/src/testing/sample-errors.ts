/** Errors in the samples of the current test. A screen shows them only as a failed request, so the set-up reports them. */

const errors: string[] = [];

export function addSampleError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (!errors.includes(message)) errors.push(message);
}

export const takeSampleErrors = (): string[] => errors.splice(0);
