/** Generated lines inside hand-written files, between two comments that name them. */

/** Lines of one block without the indentation of its markers; `current`: those that are in the file. */
export type Blocks = Readonly<Record<string, (current: readonly string[]) => readonly string[]>>;

const begin = /^( *)(#|\/\/|<!--) generated from services\.json: (.+?)( -->)?$/;
const end = /^ *(?:#|\/\/|<!--) end of (.+?)(?: -->)?$/;

/** Replaces the lines of every block. Throws if the file and `blocks` do not name the same ones. */
export function replaceBlocks(text: string, blocks: Blocks): string {
  const open = new Set(Object.keys(blocks));
  const lines = text.split('\n');
  const result: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    result.push(line);
    const [, indent = '', , name] = begin.exec(line) ?? [];
    if (name === undefined) continue;
    const length = lines.slice(at + 1).findIndex((one) => end.exec(one)?.[1] === name);
    const make = blocks[name];
    if (!make || length < 0)
      throw new Error(`the block "${name}" has no ${make ? 'end' : 'maker'}`);
    open.delete(name);
    const current = lines.slice(at + 1, at + 1 + length).map((one) => one.slice(indent.length));
    result.push(...make(current).map((one) => (one === '' ? '' : indent + one)));
    at += length;
  }
  if (open.size > 0) throw new Error(`the block "${[...open].join('", "')}" is missing`);
  return result.join('\n');
}
