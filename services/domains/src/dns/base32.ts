/** Base32 of RFC 4648 in lower case and without padding, for tokens in DNS records and names. */

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** `bytes` must be a multiple of five. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 5) {
    let group = 0n;
    for (const byte of bytes.subarray(at, at + 5)) group = (group << 8n) | BigInt(byte);
    for (let shift = 35n; shift >= 0n; shift -= 5n)
      text += alphabet[Number((group >> shift) & 31n)];
  }
  return text;
}
