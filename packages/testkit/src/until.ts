/** Polling for tests. */

/** Polls until `check` is true; after the deadline throws an error with its source text. */
export async function until(
  check: () => boolean | Promise<boolean>,
  deadlineMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`the condition was not met in time: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
