/** Matches NATS subject patterns: `*` is one token, a final `>` one or more. */

/** Whether `pattern` matches everything that `subject`, which may be a pattern too, matches. */
export function covers(pattern: string, subject: string): boolean {
  const words = subject.split('.');
  const places = pattern.split('.');
  for (const [index, place] of places.entries()) {
    const word = words[index];
    if (word === undefined) return false;
    if (place === '>') return true;
    if (place === '*' ? word === '>' : place !== word) return false;
  }
  return words.length === places.length;
}

/** The wanted subjects that no present pattern covers. */
export function missingSubjects(present: readonly string[], wanted: readonly string[]): string[] {
  return wanted.filter((one) => !present.some((pattern) => covers(pattern, one)));
}

/** The union of both without covered patterns: the broker rejects patterns that overlap. */
export function mergeSubjects(present: readonly string[], wanted: readonly string[]): string[] {
  const added = missingSubjects(present, wanted);
  return [...present.filter((one) => !added.some((pattern) => covers(pattern, one))), ...added];
}
