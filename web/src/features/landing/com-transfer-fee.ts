/** The fee in US cents to transfer a .com into custody. The landing page makes no request; a test compares it with the price list. */

export const comTransferFeeCents = 1_200;
