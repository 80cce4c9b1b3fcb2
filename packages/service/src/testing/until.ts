/** Waits for what a test cannot be told of. */

/** Asks again and again until it is so; throws with the words of the question after the deadline. */
export async function until(
  check: () => boolean | Promise<boolean>,
  deadlineMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`it did not happen in time: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
