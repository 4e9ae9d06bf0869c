// What the server says about tables of tax rates.

export const ZIP_TABLE = {
  columns: 'This file needs the columns ZipCode and EstimatedCombinedRate, or zip and rate.',
  empty: 'This file has no rates.',
  tooLarge: (rows: string, megabytes: number) =>
    `A table of a state can have at most ${rows} rows and ${megabytes} MB.`,
  refused: (rows: number) =>
    rows === 1
      ? 'One row cannot be read, so nothing was loaded.'
      : `${rows} rows cannot be read, so nothing was loaded.`,
  notCsv: 'This row is not a row of a CSV file: check its quotes.',
  moreCells: 'This row has more cells than there are headings. Write rates with a point, such as 0.08875.',
  rowTooLong: 'This row is too long.',
  noZip: (text: string) => `“${text}” is not a ZIP code of five digits.`,
  noRate: (text: string) => `“${text}” is not a rate. Write 0.08875 or 8.875 % for 8.875 %.`,
  otherState: (text: string, state: string) => `This row is of ${text}, not of ${state}.`,
  highRate: (rate: string) => `${rate} % is a high rate. Check it.`,
  foreignZip: (zip: string, state: string, other: string | null) =>
    other ? `${zip} is usually in ${other}, not in ${state}.` : `${zip} is no ZIP code that is known.`,
  severalRates: (zip: string, lower: string, higher: string) =>
    `${zip} has several rates. Of ${lower} % and ${higher} %, the higher one counts.`,
  byHand: 'by hand',
  unnamed: 'a file without a name',
} as const

/** The headings of the file of the sales tax report. */
export const SALES_TAX_HEADINGS = [
  'Country',
  'State',
  'Place',
  'Rate (%)',
  'Orders',
  'Goods',
  'Discounts',
  'Shipping',
  'Exempt',
  'Taxed',
  'Tax',
  'Refunds',
  'Refunded',
  'Refunded shipping',
  'Refunded tax',
]
