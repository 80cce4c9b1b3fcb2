/** Which passwords are allowed (product.md section 7); pure. */

const fewest = 8;
const most = 128;

/** One spelling for what looks the same on different keyboards; what is hashed and compared. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC');
}

/** Why a new password is refused, as a sentence; undefined when it is fine. */
export function passwordFault(
  password: string,
  person: { name: string; email: string },
): string | undefined {
  if (password === '') return 'Invalid password';
  if (password.length > 4 * most || !password.isWellFormed()) return tooLong;
  const length = [...password].length;
  if (length < fewest) return `Use at least ${fewest} characters.`;
  if (length > most) return tooLong;
  const plain = fold(password);
  if (plain === fold(person.name) || plain === fold(person.email)) {
    return 'Use something other than your name or e-mail.';
  }
  return undefined;
}

const tooLong = `Use at most ${most} characters.`;

function fold(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
