/** What a pattern of subjects takes in: `*` stands for one word, a final `>` for one or more. */

/** Whether all that `subject` names, itself perhaps a pattern, is within `pattern`. */
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

/** Those of `wanted` that nothing present takes in. */
export function missingSubjects(present: readonly string[], wanted: readonly string[]): string[] {
  return wanted.filter((one) => !present.some((pattern) => covers(pattern, one)));
}

/** Both together, without any that another takes in: the broker refuses patterns that overlap. */
export function mergeSubjects(present: readonly string[], wanted: readonly string[]): string[] {
  const added = missingSubjects(present, wanted);
  return [...present.filter((one) => !added.some((pattern) => covers(pattern, one))), ...added];
}
