/** Bytes as the database hands them back. */

/** The driver hands binary back as an object around its bytes. */
export function asBuffer(stored: Uint8Array | { buffer: Uint8Array }): Buffer {
  const bytes = stored instanceof Uint8Array ? stored : stored.buffer;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
