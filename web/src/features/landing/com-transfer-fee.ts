/** What the transfer of a .com into custody costs, US cents. The front page asks no server; a test holds it to the price list. */

export const comTransferFeeCents = 1_200;
