/** The US states and Canadian provinces of ISO 3166-2. US territories are countries of ISO 3166-1, so they are not here. */

export interface Subdivision {
  /** ISO 3166-2, such as US-NY. */
  code: string;
  /** In English. */
  name: string;
}

const usTable = `
AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas,
KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi,
MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island,
SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington,
WV West Virginia, WI Wisconsin, WY Wyoming`;
const canadaTable = `
AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador,
NT Northwest Territories, NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec,
SK Saskatchewan, YT Yukon`;

/** The countries whose subdivisions matter here, by code; each list is in the order of the names. */
export const subdivisions: Readonly<Record<string, readonly Subdivision[]>> = {
  US: readTable('US', usTable),
  CA: readTable('CA', canadaTable),
};

const nameByCode = new Map(
  Object.values(subdivisions).flatMap((list) => list.map(({ code, name }) => [code, name])),
);

function readTable(country: string, table: string): Subdivision[] {
  return table
    .split(',')
    .map((row) => row.trim())
    .map((row) => ({ code: `${country}-${row.slice(0, 2)}`, name: row.slice(3) }));
}

/** The English name; null for anything but one of these codes. */
export function nameSubdivision(code: string | null | undefined): string | null {
  return nameByCode.get(code ?? '') ?? null;
}
