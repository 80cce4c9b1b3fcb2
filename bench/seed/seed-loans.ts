/** Writes loans and their chats into lending's database: one between two given accounts, the others between synthetic ones. */

import { newEscrow } from '@nameloan/lending/escrow';
import type { EscrowMessage } from '@nameloan/lending/message';
import { Long, MongoClient } from 'mongodb';

const batchSize = 1000;
const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 0, 1);

export const chatId = 'bench-loan-chat';

export interface LoanParties {
  borrowerId: string;
  lenderId: string;
}

export interface LoanCounts {
  loans: number;
  /** Messages of the loan between the given accounts. */
  chatMessages: number;
  /** Messages of all other loans together. */
  messages: number;
}

export async function seedLoans(
  mongoUrl: string,
  parties: LoanParties,
  counts: LoanCounts,
): Promise<void> {
  const client = await new MongoClient(mongoUrl).connect();
  try {
    const database = client.db('nameloan_lending');
    const write = async (name: string, count: number, make: (number: number) => object) => {
      for (let start = 0; start < count; start += batchSize) {
        const numbers = Array.from(
          { length: Math.min(batchSize, count - start) },
          (_, at) => start + at,
        );
        await database.collection<{ _id: string }>(name).insertMany(numbers.map(make) as never);
      }
    };
    const syntheticParties = (number: number) => ({
      borrowerId: `bench-account-${number % 1000}`,
      lenderId: `bench-account-${(number + 1) % 1000}`,
    });
    await write('escrows', counts.loans, (number) =>
      makeLoan(
        number === 0 ? chatId : loanId(number),
        number,
        number === 0 ? parties : syntheticParties(number),
      ),
    );
    await write('messages', counts.chatMessages, (number) =>
      makeMessage(chatId, number, parties.lenderId),
    );
    const perLoan = Math.max(1, Math.ceil(counts.messages / (counts.loans - 1)));
    await write('messages', counts.messages, (number) =>
      makeMessage(loanId(1 + Math.floor(number / perLoan)), number % perLoan, 'bench-account-1'),
    );
  } finally {
    await client.close();
  }
}

const loanId = (number: number) => `bench-loan-${String(number).padStart(7, '0')}`;

function makeLoan(loan: string, number: number, parties: LoanParties) {
  const terms = {
    ...{ offerId: `bench-offer-${number}`, listingId: `bench-sold-${number}` },
    ...{ domainId: `bench-sold-domain-${number}`, domainName: `sold-${number}.com` },
    ...{ unicodeName: `sold-${number}.com`, borrowerName: 'Bea', lenderName: 'Len', ...parties },
    ...{ amountCents: 100_000, termDays: 60, rateBps: 1200, contract: 0 as const },
    ...{ transferFeeCents: 1200, businessStatement: null },
  };
  const { id, amountCents, transferFeeCents, ...escrow } = newEscrow(
    terms,
    loan,
    new Date(startMs + number * 60_000),
  );
  const cents = {
    amountCents: Long.fromNumber(amountCents),
    transferFeeCents: Long.fromNumber(1200),
  };
  return { _id: id, ...escrow, ...cents };
}

function makeMessage(escrowId: string, number: number, senderId: string) {
  const place = number + 1;
  const { id, ...message }: EscrowMessage = {
    id: `${escrowId}-${String(place).padStart(6, '0')}`,
    version: 1,
    ...{ escrowId, place, senderId, name: 'Len', message: `What I wanted to say, part ${place}.` },
    createdAt: new Date(startMs + dayMs + place * 1000),
  };
  return { _id: id, ...message };
}
