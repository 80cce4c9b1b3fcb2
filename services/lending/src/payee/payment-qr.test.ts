/** The content of QR codes by kind: never a form or an amount that a wallet would read as something else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evmChains } from '@nameloan/payee-details/tokens';
import type { QrPayment } from './payment-qr.ts';
import { buildQrText } from './payment-qr.ts';

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv';
const text = (kind: QrPayment['kind'], fields: QrPayment['fields'], amountCents = 150_000) =>
  buildQrText({ kind, fields, amountCents, reference: 'NL7K2Q9D4M' });

test('bank accounts in dollars have no QR code, and neither has Tron', () => {
  assert.equal(text('IBAN', { iban: 'DE89370400440532013000' }), null);
  assert.equal(text('US_BANK', { routing: '021000021', account: '12345678' }), null);
  assert.equal(text('TRON', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }), null);
});

test('Bitcoin has no amount, because the loan is in dollars', () => {
  const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  assert.equal(text('BTC', { address }), `bitcoin:${address}`);
});

test('EIP-681 always names the chain, and an amount only of a token of one dollar on that chain', () => {
  assert.equal(text('EVM', { chainId: 1, address: wallet }), `ethereum:${wallet}@1`);
  const transfer = (token: string, chainId: number) =>
    `ethereum:${token}@${chainId}/transfer?address=${wallet}`;
  assert.equal(
    text('EVM', { chainId: 1, address: wallet, token: usdc }),
    `${transfer(usdc, 1)}&uint256=1500000000`,
  );
  assert.equal(
    text('EVM', { chainId: 1, address: wallet, token: usdc.toLowerCase() }, 1),
    `${transfer(usdc.toLowerCase(), 1)}&uint256=10000`,
  );
  assert.equal(text('EVM', { chainId: 10, address: wallet, token: usdc }), transfer(usdc, 10));
  const dai = evmChains[1]?.tokens.find(({ decimals }) => decimals === 18)?.address ?? '';
  assert.equal(
    text('EVM', { chainId: 1, address: wallet, token: dai }),
    `${transfer(dai, 1)}&uint256=1500000000000000000000`,
  );
});

test('Solana Pay has the amount in dollars of a known token, and the reference as memo', () => {
  assert.equal(text('SOLANA', { address: solana }), `solana:${solana}?memo=NL7K2Q9D4M`);
  assert.equal(
    text('SOLANA', { address: solana, mint }),
    `solana:${solana}?amount=1500&spl-token=${mint}&memo=NL7K2Q9D4M`,
  );
  assert.equal(
    text('SOLANA', { address: solana, mint }, 50),
    `solana:${solana}?amount=0.5&spl-token=${mint}&memo=NL7K2Q9D4M`,
  );
  assert.equal(
    text('SOLANA', { address: solana, mint: wallet }),
    `solana:${solana}?spl-token=${wallet}&memo=NL7K2Q9D4M`,
  );
});
