/** The fee in US cents to transfer a .com into custody. The landing page does not ask for it; a test compares it with the price list. */

export const comTransferFeeCents = 1_200;
