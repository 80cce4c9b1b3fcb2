/** Converts binary values that the database returns. */

/** The driver returns binary as an object that wraps the bytes. */
export function toBuffer(stored: Uint8Array | { buffer: Uint8Array }): Buffer {
  const bytes = stored instanceof Uint8Array ? stored : stored.buffer;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
