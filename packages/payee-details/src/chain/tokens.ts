/** Chains and the dollar tokens on them that we know: a payment may name one, and no payee is its contract. */

export interface KnownToken {
  symbol: string;
  /** Address of its contract, in canonical form. */
  address: string;
  decimals: number;
}

interface KnownChain {
  name: string;
  /** Symbol of its native coin. */
  coin: string;
  tokens: readonly KnownToken[];
}

const token = (symbol: string, address: string, decimals = 6): KnownToken => ({
  symbol,
  address,
  decimals,
});

/** By chain id (EIP-155). */
export const evmChains: Readonly<Record<number, KnownChain>> = {
  1: {
    name: 'Ethereum',
    coin: 'ETH',
    tokens: [
      token('USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
      token('USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
      token('DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 18),
    ],
  },
  10: {
    name: 'OP Mainnet',
    coin: 'ETH',
    tokens: [
      token('USDC', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
      token('USDT', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'),
    ],
  },
  56: {
    name: 'BNB Smart Chain',
    coin: 'BNB',
    tokens: [
      token('USDC', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18),
      token('USDT', '0x55d398326f99059fF775485246999027B3197955', 18),
    ],
  },
  100: { name: 'Gnosis', coin: 'xDAI', tokens: [] },
  137: {
    name: 'Polygon',
    coin: 'POL',
    tokens: [
      token('USDC', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
      token('USDT', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
    ],
  },
  8453: {
    name: 'Base',
    coin: 'ETH',
    tokens: [token('USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')],
  },
  42161: {
    name: 'Arbitrum One',
    coin: 'ETH',
    tokens: [
      token('USDC', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
      token('USDT', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
    ],
  },
  43114: {
    name: 'Avalanche',
    coin: 'AVAX',
    tokens: [
      token('USDC', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'),
      token('USDT', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'),
    ],
  },
};

export const solanaTokens: readonly KnownToken[] = [
  token('USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  token('USDT', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
];

export const tronTokens: readonly KnownToken[] = [
  token('USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
];

/** Tokens of every EVM chain: what is sent to such a contract is lost on any of them. */
export const evmTokenAddresses: ReadonlySet<string> = new Set(
  Object.values(evmChains).flatMap(({ tokens }) => tokens.map(({ address }) => address)),
);

export const nameChain = (chainId: number): string =>
  evmChains[chainId]?.name ?? `Chain ${chainId}`;

/** Undefined for a token that we do not know on this chain; without a chain, of Solana and Tron. */
export function findSymbol(address: string, chainId?: number): string | undefined {
  const known =
    chainId === undefined ? [...solanaTokens, ...tronTokens] : (evmChains[chainId]?.tokens ?? []);
  return known.find((token) => token.address === address)?.symbol;
}
