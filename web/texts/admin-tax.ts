import type { TaxStates } from '#contract/admin/sales-tax.ts'
import { counted } from './admin.ts'

type Facts = TaxStates['states'][number]

export const TAX_SETTINGS = {
  title: 'Sales tax',
  about: 'For new orders. You collect where you are registered, first of all at home. Check with your state.',
  mode: 'How you charge it',
  modes: [
    ['none', 'I do not collect tax yet'],
    ['one', 'One rate for everybody'],
    ['states', 'By state, where I am registered'],
    ['included', 'My prices include the tax'],
  ] as const,
  stand: 'At a stand my prices include the tax',
  standHint: 'What is on the tag is what the buyer pays. The tax is computed out of it.',
  lookAgain: 'Enter each rate in percent, such as 8.875, and your ZIP code.',
  homeZip: 'Your ZIP code',
  homeZipHint: 'Where you work and ship from. Orders that are picked up pay its tax.',
  state: 'State',
  addState: 'Add a state',
  chooseState: 'Choose a state',
  addCountry: 'Add a country',
  chooseCountry: 'Choose a country',
  removeNamed: (name: string) => `Remove ${name}`,
  rate: (name: string) => `Rate of ${name}, in percent`,
  stateRateHint: 'Also for ZIP codes that the table lacks.',
  shipping: 'Shipping is taxed',
  byHome: 'By my ZIP code instead of the buyer’s',
  table: 'Use rates by ZIP code',
  facts: ({ hasTax, sourcing, shipping }: Facts) => (hasTax ? `${SOURCING[sourcing]} ${SHIPPING[shipping]}` : NO_TAX),
  asOf: (month: string) => `These hints are of ${month}, and rules change. Check with the state.`,
  loaded: (zips: number, table: string) => `${counted(zips, 'ZIP code')} from ${table}.`,
  noTable: 'Load your state’s free file from Avalara to charge the rate of each ZIP code.',
  chooseFile: (state: string) => `Choose a file for ${state}`,
  reading: 'Reading …',
  found: (rows: number) => `${counted(rows, 'ZIP code')} found.`,
  changes: (added: number, changed: number, removed: number) =>
    `${added.toLocaleString('en-US')} new, ${changed.toLocaleString('en-US')} changed, ${removed.toLocaleString('en-US')} no longer in the file.`,
  broken: (rows: number) =>
    `${counted(rows, 'row')} cannot be read. Nothing is loaded until ${rows === 1 ? 'it is' : 'they are'} right.`,
  odd: (rows: number, isBroken: boolean) =>
    `${counted(rows, 'row')} to look at.${isBroken ? '' : ` You can load ${rows === 1 ? 'it' : 'them'} anyway.`}`,
  row: (line: number, note: string) => `Row ${line}: ${note}`,
  load: 'Load these rates',
  isLoaded: 'The rates are loaded. They count for new orders from now on.',
  unknown: 'ZIP codes to add',
  unknownAbout: 'Enter the rate of each ZIP code, or load a newer file. So far these orders paid the state’s own rate.',
  unknownZip: (zip: string, city: string, state: string, orders: number) =>
    `${zip} ${city}, ${state} (${counted(orders, 'order')})`,
  zipRate: (zip: string) => `Rate of ${zip}, in percent`,
  setRate: 'Set',
}

const SOURCING = {
  origin: 'At home there, your own ZIP code decides.',
  destination: 'The buyer’s ZIP code decides.',
  mixed: 'At home there, your ZIP code decides the state’s part and the buyer’s the rest.',
}
const SHIPPING = {
  taxed: 'Shipping is taxed.',
  untaxed: 'Shipping is not taxed when it is stated separately.',
  pickup: 'Shipping is not taxed if the buyer could have picked it up.',
}
const NO_TAX = 'This state has no sales tax of its own.'

export const SALES_TAX = {
  title: 'Sales tax',
  about: 'Sales by the day they were paid, refunds by the day they were completed.',
  from: 'From',
  to: 'To',
  download: 'Download as CSV',
  nothing: 'Nothing was sold or refunded in these days.',
  caption: 'Sales tax by state, place and rate',
  place: 'State and place',
  rate: 'Rate',
  orders: 'Orders',
  goods: 'Goods',
  discounts: 'Discounts',
  shipping: 'Shipping',
  exempt: 'Exempt',
  base: 'Taxed',
  tax: 'Tax',
  refunded: 'Refunded',
  refundedTax: 'Tax refunded',
  total: 'Total',
  thresholds: 'Where you may have to register',
  thresholdsAbout: (month: string) =>
    `Register in a state before your sales reach its threshold. These are of ${month}, and rules change: check with the state.`,
  noSales: 'No sales to any state yet.',
  of: (amount: string, threshold: string) => `${amount} of ${threshold}`,
  sales: (orders: number, most: number) => `${counted(orders, 'sale')} of ${most}`,
  and: 'and',
  or: 'or',
  year: (year: number) => `In ${year}`,
  levels: { far: 'Well below', near: 'Close to it', reached: 'Reached' },
  outside: 'Sales at fairs and marketplaces',
  outsideAbout: 'Many states count them, too. Enter what you sold there, for each state and year.',
  yearLabel: 'Year',
  outsideAmount: 'Sales, in $',
  outsideOrders: 'Number of sales',
  save: 'Save',
  saved: 'Saved.',
  amountMissing: 'Enter an amount, such as 1,250.',
}
