/** Which characters a reader sees. Hangul fillers are letters to Unicode and the blank Braille pattern is a symbol, but neither shows. */

const visible = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;
const letter = /[\p{L}--\p{Default_Ignorable_Code_Point}]/v;

export function hasVisibleCharacter(text: string): boolean {
  return visible.test(text);
}

export function hasVisibleLetter(text: string): boolean {
  return letter.test(text);
}
