/** The parameter of an address that opens the dialog of an offer: the listing's id. */

export const offerParameter = 'offer';
