/** The QR code of a payment, for kinds of payees that have a form in dollars or without an amount. */

import type { PayeeFields, PayeeKind } from '@nameloan/contracts/payee';
import { evmChains, solanaTokens } from '@nameloan/payee-details/tokens';

export interface QrPayment {
  kind: PayeeKind;
  fields: PayeeFields;
  amountCents: number;
  reference: string;
}

export async function renderPaymentQr(
  payment: QrPayment,
): Promise<{ text: string; svg: string } | null> {
  const text = buildQrText(payment);
  if (text === null) return null;
  const { default: qrcode } = await import('qrcode');
  return { text, svg: await qrcode.toString(text, { type: 'svg', margin: 2 }) };
}

/**
 * The payload: BIP 21 without an amount, EIP-681 and Solana Pay with the amount of a dollar stablecoin. Null where no
 * form exists; that of the European Payments Council is for euros only.
 */
export function buildQrText(payment: QrPayment): string | null {
  const { kind, fields } = payment;
  if (!fields.address) return null;
  if (kind === 'BTC') return `bitcoin:${fields.address}`;
  if (kind === 'EVM') return buildEvmText(payment, fields.address);
  return kind === 'SOLANA' ? buildSolanaText(payment, fields.address) : null;
}

function buildEvmText({ fields, amountCents }: QrPayment, address: string): string | null {
  const { chainId, token } = fields;
  if (!chainId) return null;
  if (!token) return `ethereum:${address}@${chainId}`;
  const known = evmChains[chainId]?.tokens.find(({ address }) => isSameAddress(address, token));
  const amount = known ? `&uint256=${toAtoms(amountCents, known.decimals)}` : '';
  return `ethereum:${token}@${chainId}/transfer?address=${address}${amount}`;
}

function buildSolanaText(payment: QrPayment, address: string): string {
  const { fields, amountCents, reference } = payment;
  const { mint } = fields;
  const isDollars = solanaTokens.some((token) => token.address === mint);
  const parameters = new URLSearchParams({
    ...(isDollars ? { amount: formatDollars(amountCents) } : {}),
    ...(mint ? { 'spl-token': mint } : {}),
    memo: reference,
  });
  return `solana:${address}?${parameters}`;
}

const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** "1500", "0.5": without trailing zeros. */
const formatDollars = (amountCents: number): string => String(amountCents / 100);

const toAtoms = (amountCents: number, decimals: number): string =>
  String(BigInt(amountCents) * 10n ** BigInt(decimals - 2));
