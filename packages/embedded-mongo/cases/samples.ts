/** Documents and indexes that several tables of cases share. */

export const PRICES = [
  { _id: 1, price: 10, status: 'open', tags: ['a', 'b'] },
  { _id: 2, price: 25, status: 'open', tags: ['b'] },
  { _id: 3, price: 25, status: 'sold', tags: [] },
  { _id: 4, price: null, status: 'sold' },
  { _id: 5, status: 'open', tags: 'b' },
  { _id: 6, price: '25', status: 'held', tags: ['c', null] },
];

export const LOANS = [
  {
    _id: 1,
    terms: [
      { days: 30, rate: 5 },
      { days: 60, rate: 9 },
    ],
    owner: { name: 'ann', age: 30 },
  },
  { _id: 2, terms: [{ days: 30, rate: 9 }], owner: { name: 'bob' } },
  { _id: 3, terms: [], owner: [{ name: 'cid' }, { name: 'ann' }] },
  { _id: 4, terms: [{ days: 90 }, 'x'], owner: null },
];

export const price = [{ price: 1 }, { price: -1 }];

export const tags = [{ tags: 1 }, { tags: -1 }];

export const both = [
  { status: 1, price: 1 },
  { status: 1, price: -1 },
  { price: 1, status: 1 },
];

export const SALES = [
  { _id: 1, shop: 'n', cents: 100, items: ['x', 'y'] },
  { _id: 2, shop: 'n', cents: 250, items: [] },
  { _id: 3, shop: 's', cents: 50, items: ['x'] },
  { _id: 4, shop: null, cents: 5 },
  { _id: 5, cents: 7, items: 'z' },
];
