/** DS records as text, one per line, in the order in which DNS providers show them. */

export interface DsRecord {
  keyTag: number;
  algorithm: number;
  digestType: number;
  digest: string;
}

export function formatDs(records: readonly DsRecord[]): string {
  return records
    .map(({ keyTag, algorithm, digestType, digest }) =>
      [keyTag, algorithm, digestType, digest].join(' '),
    )
    .join('\n');
}

/**
 * Reads key tag, algorithm, digest type and digest from each line, also after a name, a TTL, `IN` and `DS` as in a zone file.
 * Undefined for a line that is something else; the server checks the values.
 */
export function parseDs(text: string): DsRecord[] | undefined {
  const records: DsRecord[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const match =
      /^(?:\S+\s+(?:\d+\s+)?(?:IN\s+)?DS\s+)?(\d+)\s+(\d+)\s+(\d+)\s+([\da-f\s]+)$/i.exec(line);
    if (!match) return undefined;
    const [, keyTag, algorithm, digestType, digest = ''] = match;
    records.push({
      keyTag: Number(keyTag),
      algorithm: Number(algorithm),
      digestType: Number(digestType),
      digest: digest.replace(/\s/g, '').toUpperCase(),
    });
  }
  return records;
}
