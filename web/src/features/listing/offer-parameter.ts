/** The URL parameter that opens the offer dialog; its value is the listing's id. */

export const offerParameter = 'offer';
