/** Appends pages to a finished PDF as an incremental update, so that the signed bytes stay unchanged. */

/**
 * A PDF as pdfkit writes it: one plain cross-reference table, direct stream lengths. Both files come from this service,
 * so other kinds are rejected.
 */
interface PlainPdf {
  bytes: Buffer;
  /** Byte offset per object number. */
  offsets: ReadonlyMap<number, number>;
  size: number;
  root: number;
  info: number;
  startxref: number;
}

export interface AppendedPdf {
  bytes: Buffer;
  /** Length of the original document at the start. */
  originalLength: number;
}

/** The signature field; the signer fills in its content. */
export interface SignatureField {
  name: string;
  reason: string;
  at: Date;
  /** Bytes reserved for the signature. */
  contentBytes: number;
}

/**
 * Returns `original` followed by the pages of `added`, with an empty signature field on the first added page (PAdES,
 * ISO 32000-1 sections 7.5.6 and 12.8). Throws an Error for other kinds of PDF.
 */
export function appendPages(original: Buffer, added: Buffer, field: SignatureField): AppendedPdf {
  const before = readPlainPdf(original);
  const extra = readPlainPdf(added);
  const shift = before.size - 1;
  const catalogue = readObjectText(before, before.root);
  const pagesNumber = findReference(catalogue, 'Pages');
  const pages = readObjectText(before, pagesNumber);
  const extraPages = findReference(readObjectText(extra, extra.root), 'Pages');
  const newKids = parseKids(readObjectText(extra, extraPages)).map((kid) => kid + shift);
  const [firstPage] = newKids;
  if (firstPage === undefined) throw new Error('There is no page to add.');

  const widget = before.size + extra.size - 1;
  const signature = widget + 1;
  const objects = new Map<number, Buffer>();
  for (const number of extra.offsets.keys()) {
    if ([extra.root, extra.info, extraPages].includes(number)) continue;
    objects.set(number + shift, renumber(readObjectBytes(extra, number), shift));
  }
  // The added pages become children of the original page tree.
  for (const kid of newKids) {
    const annots = kid === firstPage ? `/Annots [${widget} 0 R]\n` : '';
    editObject(objects, kid, (text) =>
      text.replace(/\/Parent \d+ 0 R/, `${annots}/Parent ${pagesNumber} 0 R`),
    );
  }
  const kids = [...parseKids(pages), ...newKids];
  objects.set(
    pagesNumber,
    toLatin1(
      pages
        .replace(/\/Kids \[[^\]]*\]/, `/Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}]`)
        .replace(/\/Count \d+/, `/Count ${kids.length}`),
    ),
  );
  const form = `/AcroForm << /SigFlags 3 /Fields [${widget} 0 R] >>\n`;
  objects.set(before.root, toLatin1(catalogue.replace('/Type /Catalog', `${form}/Type /Catalog`)));
  objects.set(widget, toLatin1(buildWidgetText(firstPage, signature)));
  objects.set(signature, toLatin1(buildSignatureText(field)));
  return { bytes: writeUpdate(before, objects), originalLength: original.length };
}

function buildWidgetText(page: number, signature: number): string {
  return (
    '<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/Rect [0 0 0 0]\n/F 132\n/T (Seal)\n' +
    `/P ${page} 0 R\n/V ${signature} 0 R\n>>`
  );
}

/** ETSI EN 319 142-1 section 5.3: the signing time is in M, not in the signature. */
function buildSignatureText({ name, reason, at, contentBytes }: SignatureField): string {
  const when = at.toISOString().replace(/[-:T]|\.\d+Z/g, '');
  const unknown = '/**********';
  return (
    '<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n' +
    `/ByteRange [0 ${unknown} ${unknown} ${unknown}]\n/Contents <${'00'.repeat(contentBytes)}>\n` +
    `/Name ${toLiteral(name)}\n/Reason ${toLiteral(reason)}\n/M (D:${when}Z)\n>>`
  );
}

function toLiteral(text: string): string {
  return `(${text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')})`;
}

function readPlainPdf(bytes: Buffer): PlainPdf {
  const text = bytes.toString('latin1');
  const startxref = Number(/startxref\n(\d+)\n%%EOF\n?$/.exec(text)?.[1]);
  const table = /^xref\n0 (\d+)\n/.exec(text.slice(startxref, startxref + 40));
  const trailer = text.slice(text.lastIndexOf('trailer'));
  if (table === null || trailer.includes('/Prev')) throw new Error('A PDF of another kind.');
  const size = Number(table[1]);
  const offsets = new Map<number, number>();
  for (let number = 1; number < size; number += 1) {
    const entry = startxref + table[0].length + number * 20;
    offsets.set(number, Number(text.slice(entry, entry + 10)));
  }
  const root = findReference(trailer, 'Root');
  return { bytes, offsets, size, root, info: findReference(trailer, 'Info'), startxref };
}

/** The bytes between "n 0 obj" and "endobj". */
function readObjectBytes(pdf: PlainPdf, number: number): Buffer {
  const start = pdf.offsets.get(number);
  const head = `${number} 0 obj\n`;
  if (start === undefined || pdf.bytes.toString('latin1', start, start + head.length) !== head) {
    throw new Error(`Object ${number} is not where the table says.`);
  }
  const next = Math.min(...[...pdf.offsets.values(), pdf.startxref].filter((at) => at > start));
  const end = pdf.bytes.lastIndexOf('\nendobj', next);
  return pdf.bytes.subarray(start + head.length, end);
}

function readObjectText(pdf: PlainPdf, number: number): string {
  return readObjectBytes(pdf, number).toString('latin1');
}

function findReference(text: string, key: string): number {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1];
  if (found === undefined) throw new Error(`No ${key} in the PDF.`);
  return Number(found);
}

function parseKids(pages: string): number[] {
  const kids = /\/Kids \[([^\]]*)\]/.exec(pages)?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].map((match) => Number(match[1]));
}

/** Shifts every reference by `shift`, except in streams and strings. */
function renumber(object: Buffer, shift: number): Buffer {
  if (object[0] === 0x28) return object;
  const stream = object.indexOf('\nstream\n');
  const head = stream < 0 ? object : object.subarray(0, stream);
  const shifted = head
    .toString('latin1')
    .replace(/\b(\d+) 0 R\b/g, (_all, number: string) => `${Number(number) + shift} 0 R`);
  return Buffer.concat([toLatin1(shifted), stream < 0 ? Buffer.alloc(0) : object.subarray(stream)]);
}

function editObject(
  objects: Map<number, Buffer>,
  number: number,
  change: (text: string) => string,
): void {
  const object = objects.get(number);
  if (object === undefined) throw new Error(`No object ${number} to change.`);
  objects.set(number, toLatin1(change(object.toString('latin1'))));
}

/** ISO 32000-1 section 7.5.6: new objects, their cross-reference table, and a trailer that points to the old one. */
function writeUpdate(before: PlainPdf, objects: ReadonlyMap<number, Buffer>): Buffer {
  const newLine = before.bytes.at(-1) === 0x0a ? '' : '\n';
  const chunks: Buffer[] = [before.bytes, toLatin1(newLine)];
  let offset = before.bytes.length + newLine.length;
  const sections: string[] = [];
  const numbers = [...objects.keys()].sort((a, b) => a - b);
  for (const number of numbers) {
    const object = Buffer.concat([
      toLatin1(`${number} 0 obj\n`),
      objects.get(number) ?? Buffer.alloc(0),
      toLatin1('\nendobj\n'),
    ]);
    chunks.push(object);
    sections.push(`${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
    offset += object.length;
  }
  const id = /\/ID \[[^\]]*\]/.exec(before.bytes.toString('latin1', before.startxref))?.[0] ?? '';
  const size = Math.max(...numbers) + 1;
  chunks.push(
    toLatin1(`xref\n0 1\n0000000000 65535 f \n${sections.join('')}`),
    toLatin1(`trailer\n<<\n/Size ${size}\n/Root ${before.root} 0 R\n/Info ${before.info} 0 R\n`),
    toLatin1(`${id}\n/Prev ${before.startxref}\n>>\nstartxref\n${offset}\n%%EOF\n`),
  );
  return Buffer.concat(chunks);
}

function toLatin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
