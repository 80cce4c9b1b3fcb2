/** Writes settings as YAML; the files keep their comments and style, so no library prints them. */

const plain = /^[A-Za-z$](?!.*(: | #|:$))[^"'`]*[^\s]$/;
const notText = /^(on|off|true|false|yes|no|null|[yn])$/i;

/** A text as a YAML scalar; quoted if YAML would read something else. */
export const toScalar = (text: string): string =>
  plain.test(text) && !notText.test(text) ? text : JSON.stringify(text);

/** One line per setting. */
export const toLines = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).map(([name, value]) => `${name}: ${toScalar(value)}`);

export const indent = (spaces: number, lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(spaces) + line));
