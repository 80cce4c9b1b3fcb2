/** Checks the fields of a payee as its owner typed them, and brings them into canonical form. Pure. */

import type { PayeeFields, PayeeKind } from '@nameloan/contracts/payee';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import { assertSameCountry, parseBic } from './bank/bic.ts';
import { needsBic, parseIban } from './bank/iban.ts';
import { parseSwiftAccount } from './bank/swift-account.ts';
import { parseSortCode, parseUkAccount } from './bank/uk-bank.ts';
import { parseRouting, parseUsAccount } from './bank/us-bank.ts';
import { parseBitcoinAddress } from './chain/bitcoin.ts';
import { parseChainId, parseEvmAddress, parseEvmToken } from './chain/evm.ts';
import { parseMint, parseSolanaAddress } from './chain/solana.ts';
import { parseTronAddress, parseTronToken } from './chain/tron.ts';
import type { Refusal } from './refusals.ts';
import { RefusedField, refuse } from './refusals.ts';
import type { Warning } from './warnings.ts';

type Field = keyof PayeeFields | 'confirm';
/** As typed; null and an empty text count as absent. */
export type TypedFields = {
  [F in Field]?: (F extends 'chainId' ? number : F extends 'wire' ? boolean : string) | null;
};
type TextField = Exclude<Field, 'chainId' | 'wire'>;

export type CheckedFields =
  | { fields: PayeeFields; warnings: Warning[] }
  | { refused: Partial<Record<Field, Refusal>> };

const maxTextLength = 140;
/** Longer text is refused before anything decodes it. */
const maxTypedLength = 500;

/** Copied numbers may contain invisible characters and typeset hyphens. */
const withoutInvisible = (typed: string): string =>
  typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[\u2010-\u2015]/g, '-');

/** Single spaces; empty if it is too long. */
function toLine(typed: string): string {
  const line = normalizeText(typed, { form: 'NFC', maxCodeUnits: maxTypedLength }) ?? '';
  return line.trim().replace(/\s+/gu, ' ');
}

/** Reads the fields of one kind, and collects what is refused of each. */
class FieldReader {
  readonly warnings = new Set<Warning>();
  readonly refused: Partial<Record<Field, Refusal>> = {};
  readonly #typed: TypedFields;

  constructor(typed: TypedFields) {
    this.#typed = typed;
  }

  text(field: TextField): string {
    return this.#typed[field] ?? '';
  }

  get wire(): boolean {
    return this.#typed.wire ?? false;
  }

  get chainId(): number | undefined {
    return this.#typed.chainId ?? undefined;
  }

  /** The result of `parse`; undefined if it refuses the field. */
  read<T>(field: Field, parse: (typed: string) => T): T | undefined {
    try {
      const typed = String(this.#typed[field] ?? '');
      if (typed.length > maxTypedLength) refuse('TEXT_FORM');
      return parse(withoutInvisible(typed));
    } catch (error) {
      if (!(error instanceof RefusedField)) throw error;
      this.refused[field] = error.refusal;
      return undefined;
    }
  }

  /** Undefined also for an absent field. */
  optional<T>(field: TextField, parse: (typed: string) => T): T | undefined {
    return this.text(field).trim() === '' ? undefined : this.read(field, parse);
  }

  line(field: TextField, missing: Refusal): string | undefined {
    return this.read(field, (typed) => {
      const line = toLine(typed);
      if (line === '') refuse(missing);
      if ([...line].length > maxTextLength || /\p{Cc}/u.test(line)) refuse('TEXT_FORM');
      return line;
    });
  }

  refuseOthers(kind: PayeeKind): void {
    for (const field of Object.keys(this.#typed) as Field[]) {
      const value = this.#typed[field];
      const isAbsent = value === undefined || value === null || value === '';
      if (!isAbsent && !fieldsOf[kind].includes(field)) this.refused[field] = 'OTHER_KIND';
    }
  }
}

const fieldsOf: Record<PayeeKind, readonly Field[]> = {
  IBAN: ['iban', 'bic'],
  US_BANK: ['routing', 'account', 'accountType', 'wire'],
  UK_BANK: ['sortCode', 'account'],
  SWIFT: ['bic', 'account', 'bankName', 'bankAddress'],
  BTC: ['address'],
  EVM: ['chainId', 'address', 'token'],
  SOLANA: ['address', 'mint', 'confirm'],
  TRON: ['address', 'token'],
};

const readers: Record<PayeeKind, (reader: FieldReader) => PayeeFields> = {
  IBAN: (reader) => {
    const iban = reader.read('iban', (typed) => parseIban(typed, reader.warnings));
    const bic = reader.optional('bic', (typed) => {
      const parsed = parseBic(typed);
      if (iban) assertSameCountry(parsed, iban);
      return parsed;
    });
    if (iban && !bic && needsBic(iban)) reader.warnings.add('BIC_MISSING');
    return { iban, bic };
  },
  US_BANK: (reader) => {
    const { wire } = reader;
    if (wire) reader.warnings.add('WIRE');
    return {
      routing: reader.read('routing', parseRouting),
      account: reader.read('account', parseUsAccount),
      accountType: reader.read('accountType', parseAccountType),
      wire,
    };
  },
  UK_BANK: (reader) => ({
    sortCode: reader.read('sortCode', parseSortCode),
    account: reader.read('account', (typed) => parseUkAccount(typed, reader.warnings)),
  }),
  SWIFT: (reader) => ({
    bic: reader.read('bic', (typed) => (typed.trim() ? parseBic(typed) : refuse('BIC_REQUIRED'))),
    account: reader.read('account', parseSwiftAccount),
    bankName: reader.line('bankName', 'BANK_NAME_REQUIRED'),
    bankAddress: reader.line('bankAddress', 'BANK_ADDRESS_REQUIRED'),
  }),
  BTC: (reader) => ({ address: reader.read('address', parseBitcoinAddress) }),
  EVM: (reader) => {
    const { warnings } = reader;
    const chainId = reader.read('chainId', () => parseChainId(reader.chainId, warnings));
    const address = reader.read('address', (typed) => parseEvmAddress(typed, warnings));
    const on = { chainId: chainId ?? 0, address: address ?? '' };
    const token = reader.optional('token', (typed) => parseEvmToken(typed, on, warnings));
    return { chainId, address, token };
  },
  SOLANA: (reader) => readSolana(reader),
  TRON: (reader) => {
    const address = reader.read('address', parseTronAddress);
    const parse = (typed: string) => parseTronToken(typed, address ?? '', reader.warnings);
    return { address, token: reader.optional('token', parse) };
  },
};

function readSolana(reader: FieldReader): PayeeFields {
  const { warnings } = reader;
  const confirm = reader.text('confirm');
  const address = reader.read('address', (typed) => parseSolanaAddress(typed, confirm, warnings));
  // The field that differs is the second one.
  if (reader.refused.address === 'CONFIRM_DIFFERS') {
    delete reader.refused.address;
    reader.refused.confirm = 'CONFIRM_DIFFERS';
  }
  const mint = reader.optional('mint', (typed) => parseMint(typed, address ?? '', warnings));
  return { address, mint };
}

function parseAccountType(typed: string): 'checking' | 'savings' {
  const type = typed.trim().toLowerCase();
  return type === 'checking' || type === 'savings' ? type : refuse('ACCOUNT_TYPE');
}

/** The fields in canonical form with warnings, or a reason for each refused field. */
export function checkPayeeFields(kind: PayeeKind, typed: TypedFields): CheckedFields {
  const reader = new FieldReader(typed);
  const read = readers[kind](reader);
  reader.refuseOthers(kind);
  if (Object.keys(reader.refused).length > 0) return { refused: reader.refused };
  const fields = Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== undefined),
  );
  return { fields, warnings: [...reader.warnings] };
}

/** The holder's name with single spaces. Refuses an empty or long one. */
export function checkHolder(typed: string): { holder: string } | { refused: Refusal } {
  const holder = toLine(typed);
  const isTooLong = typed.length > maxTypedLength || [...holder].length > maxTextLength;
  if (!isTooLong && !/\p{L}/u.test(holder)) return { refused: 'HOLDER_REQUIRED' };
  return isTooLong || /\p{Cc}/u.test(typed) ? { refused: 'HOLDER_FORM' } : { holder };
}
