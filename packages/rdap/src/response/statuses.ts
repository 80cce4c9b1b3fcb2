/** Translates RDAP's status values to EPP's (RFC 8056 section 2). */

/** EPP's names where they differ from RDAP's words in camel case. */
const differing: Readonly<Record<string, string>> = {
  active: 'ok',
  ok: 'ok',
  associated: 'linked',
};

/** In camel case, sorted and without repetitions; values that are no words are dropped. */
export function toEppStatuses(values: readonly string[]): string[] {
  const statuses = values.flatMap((value) => toEppStatus(value) ?? []);
  return [...new Set(statuses)].sort();
}

/** Longer than a status with the address that explains it. */
const maxValueLength = 200;

function toEppStatus(value: string): string | undefined {
  if (value.length > maxValueLength) return undefined;
  // Some servers add the address that explains an EPP status.
  const addressAt = value.search(/https?:/i);
  const plain = addressAt === -1 ? value : value.slice(0, addressAt);
  const words = plain.trim().split(/[\s_-]+/);
  if (!words.every((word) => /^[A-Za-z]{1,40}$/.test(word)) || words.length > 6) return undefined;
  const [only = ''] = words;
  // A single word with inner capitals is EPP's spelling already.
  if (words.length === 1 && /[a-z][A-Z]/.test(only)) return only[0]?.toLowerCase() + only.slice(1);
  const lower = words.map((word) => word.toLowerCase());
  const camel = lower.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1)));
  return differing[camel.join('')] ?? camel.join('');
}
