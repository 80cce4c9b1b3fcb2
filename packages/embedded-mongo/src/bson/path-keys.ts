/** The keys that a document has under the paths of an index or a sort, as the real server's BtreeKeyGenerator makes them. */
import { fault } from '../errors.ts';
import type { Fold } from './keys.ts';
import { encodeKey, invertKey, tag } from './keys.ts';
import type { Path } from './paths.ts';
import { isIndexName } from './paths.ts';
import type { Document, Value } from './values.ts';
import { isDocument, newDocument } from './values.ts';

export type KeyField = { path: Path; descending: boolean };

export type PathKeys = {
  keys: string[];
  /** Which fields pass through an array; undefined if none does. */
  manyFields: boolean[] | undefined;
};

const emptyArray = Symbol('the value under a path that ends at an empty array');
type Part = Value | undefined | typeof emptyArray;

/** What a path reaches before it ends or meets an array, and how much of the path that takes. */
type Reached = { value: Value | undefined; at: number };

/** The element of an array that a position in the path names, followed up to the next array. */
type Positional = { element: Value; reached: Reached; where: string };

/** How far one field has been followed. `at` is the length of the path once its value is known. */
type Slot = { at: number; part: Part; positional?: Positional | undefined };

/** The document that the slots continue from, its place in the stored document, and how many fields were not found. */
type Level = { document: Document; where: string; missing: number };

type Step = { value: Value | undefined; where: string; nested: boolean };

const nothing = newDocument();

function follow(document: Document, path: Path, from: number): Reached {
  let container = document;
  for (let at = from; ; ) {
    const value = container[path[at++] as string];
    if (value === undefined || at === path.length || Array.isArray(value)) return { value, at };
    if (!isDocument(value)) return { value: undefined, at: path.length };
    container = value;
  }
}

function partKey(part: Part, { descending }: KeyField, fold: Fold | undefined): string {
  const key = part === emptyArray ? tag.emptyArray : encodeKey(part, fold);
  return descending ? invertKey(key) : key;
}

class Generator {
  readonly keys: string[] = [];
  readonly many: boolean[];
  readonly #fields: readonly KeyField[];
  readonly #fold: Fold | undefined;
  readonly #sparse: boolean;

  constructor(fields: readonly KeyField[], fold: Fold | undefined, sparse: boolean) {
    this.#fields = fields;
    this.#fold = fold;
    this.#sparse = sparse;
    this.many = fields.map(() => false);
  }

  /** Adds the keys of the fields that still have to be followed from `level`, one per element of the array on their way. */
  add(slots: Slot[], level: Level): void {
    let { missing } = level;
    let array: { items: Value[]; where: string } | undefined;
    let expands = true;
    const through: boolean[] = slots.map(() => false);
    for (const [index, slot] of slots.entries()) {
      const { path } = this.#fields[index] as KeyField;
      if (slot.at === path.length) continue;
      const { value, where, nested } = this.#next(slot, path, level);
      if (value === undefined) {
        slot.part = null;
        slot.at = path.length;
        missing++;
      } else if (Array.isArray(value)) {
        through[index] = true;
        this.many[index] = true;
        array ??= { items: value, where };
        if (where !== array.where) throw fault(171, 'cannot index parallel arrays');
        if (nested) expands = false;
      } else slot.part = value;
    }
    if (array) this.#addItems(slots, { ...array, through, expands, missing });
    else if (!this.#sparse || missing < slots.length) this.#addKey(slots);
  }

  #next(slot: Slot, path: Path, { document, where }: Level): Step {
    const { positional } = slot;
    const isField = document[path[slot.at] as string] !== undefined;
    if (isField && positional)
      throw fault(
        16746,
        `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${path[slot.at]}'`,
      );
    if (!isField) {
      if (!positional) return { value: undefined, where, nested: false };
      const { element, reached } = positional;
      slot.at = reached.at;
      const nested = Array.isArray(element);
      return { value: reached.value, where: positional.where, nested };
    }
    const { value, at } = follow(document, path, slot.at);
    const place = `${where}\0${path.slice(slot.at, at).join('\0')}`;
    slot.at = at;
    return { value, where: place, nested: false };
  }

  #addItems(
    slots: Slot[],
    array: { items: Value[]; where: string; through: boolean[]; expands: boolean; missing: number },
  ): void {
    const { items, where, through, expands, missing } = array;
    const positions = slots.map((slot, index) =>
      through[index] ? this.#positional(slot, index, array) : undefined,
    );
    const from = (item: Value | typeof emptyArray, place: number): void => {
      const inner = slots.map((slot, index): Slot => {
        const ended = through[index] && slot.at === this.#fields[index]?.path.length;
        const part = ended ? (expands || item === emptyArray ? item : items) : slot.part;
        return { at: slot.at, part, positional: positions[index] };
      });
      const document = item !== emptyArray && isDocument(item) ? item : nothing;
      this.add(inner, { document, where: `${where}\0${place}`, missing });
    };
    if (items.length === 0) from(emptyArray, 0);
    for (const [place, item] of items.entries()) from(item, place);
  }

  #positional(
    { at }: Slot,
    index: number,
    { items, where }: { items: Value[]; where: string },
  ): Positional | undefined {
    const { path } = this.#fields[index] as KeyField;
    const name = path[at];
    const element = name !== undefined && isIndexName(name) ? items[Number(name)] : undefined;
    if (element === undefined) return undefined;
    const place = `${where}\0${name}`;
    if (Array.isArray(element) || at + 1 === path.length)
      return { element, reached: { value: element, at: at + 1 }, where: place };
    if (!isDocument(element))
      return { element, reached: { value: undefined, at: path.length }, where: place };
    const reached = follow(element, path, at + 1);
    return { element, reached, where: `${place}\0${path.slice(at + 1, reached.at).join('\0')}` };
  }

  #addKey(slots: Slot[]): void {
    let key = '';
    for (const [index, { part }] of slots.entries())
      key += partKey(part, this.#fields[index] as KeyField, this.#fold);
    this.keys.push(key);
  }
}

/** The one key of a document without arrays under the paths; undefined if there is one, null if a sparse index has none. */
function plainKey(
  document: Document,
  fields: readonly KeyField[],
  { fold, sparse }: { fold: Fold | undefined; sparse: boolean },
): string | null | undefined {
  let key = '';
  let missing = 0;
  for (const field of fields) {
    const [name] = field.path;
    const value =
      field.path.length === 1 ? document[name as string] : follow(document, field.path, 0).value;
    if (Array.isArray(value)) return undefined;
    if (value === undefined) missing++;
    key += partKey(value, field, fold);
  }
  return sparse && missing === fields.length ? null : key;
}

/**
 * Throws CannotIndexParallelArrays (171) for fields that pass through two arrays, and Location16746 for a position that
 * is also the name of a field.
 */
export function pathKeys(
  document: Document,
  fields: readonly KeyField[],
  options: { fold?: Fold | undefined; sparse?: boolean } = {},
): PathKeys {
  const { fold, sparse = false } = options;
  const plain = plainKey(document, fields, { fold, sparse });
  if (plain !== undefined) return { keys: plain === null ? [] : [plain], manyFields: undefined };
  const generator = new Generator(fields, fold, sparse);
  const slots = fields.map((): Slot => ({ at: 0, part: undefined }));
  generator.add(slots, { document, where: '', missing: 0 });
  const { keys, many } = generator;
  return { keys: keys.length > 1 ? [...new Set(keys)] : keys, manyFields: many };
}
