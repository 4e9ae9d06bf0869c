// Validation messages of admin forms. contract/messages.ts holds the shopper's, which every browser loads.

export const PRODUCT_FIELDS = {
  grams: 'Enter the weight in whole grams, from 1 to 50,000.',
  hsCode: 'An HS code has 6 to 10 digits.',
  country: 'Choose a country.',
  enterName: 'Enter a name.',
  tooLong: (field: string, most: number) => `${field} can have at most ${most} characters.`,
  chooseCategory: 'Choose a category.',
  invalidPrice: 'Enter a price in dollars and cents, such as 12.50.',
  wasPriceTooLow: 'Enter a price above the present one, or leave it empty.',
  invalidQuantity: 'Enter a quantity as a whole number, 0 or more.',
  quantityTooLarge: 'A quantity can be at most 1,000,000.',
  oneOfAKind: 'A one-of-a-kind product can only have a quantity of 0 or 1.',
  descriptionTooLong: 'A description can have at most 20,000 characters.',
  tooManyPhotos: 'A product can have at most 50 photos.',
  sameQuestionKey: 'Two questions have the same key.',
  altTooLong: 'A photo description can have at most 300 characters.',
} as const

export const COST_FIELDS = {
  enterAmount: 'Enter an amount in dollars and cents, such as 1.50.',
  enterMinutes: 'Enter whole minutes, such as 45, or leave this blank.',
} as const

export const FEE_FIELDS = {
  enterPercent: 'Enter a percentage from 0 to 50 with at most two decimals, such as 2.9.',
  enterAmount: 'Enter an amount in dollars and cents, such as 0.30.',
  enterMarket: 'Enter the name of the marketplace.',
  enterDay: 'Enter a day.',
  tooLong: (most: number) => `Use at most ${most} characters.`,
} as const

export const CHOICES = {
  enterAxis: 'Enter what the choices differ in, such as Size.',
  enterValue: 'Enter a value, such as Small.',
  valueTooLong: (most: number) => `This can have at most ${most} characters.`,
  tooManyAxes: 'Choices can differ in at most three things.',
  sameAxis: (axis: string) => `${axis} is there twice.`,
  needsOne: 'A product with choices needs at least one of them.',
  tooMany: (most: number) => `A product can have at most ${most} choices.`,
  tooManyValues: (axis: string, most: number) => `${axis} can have at most ${most} values.`,
  wrongValues: (count: number) => `Enter ${count === 1 ? 'one value' : `${count} values`} for this choice.`,
  twins: (values: string) => `There is already a choice ${values}.`,
  oneOfAKind: 'A one-of-a-kind product has no choices.',
  onlyOneLeft: 'Delete all choices but one first: the product takes over its price and stock.',
} as const

export const BULK_EDIT = {
  chooseProducts: 'Choose at least one product.',
  tooManyProducts: (most: number) => `Choose at most ${most} products.`,
  invalidAmount: 'Enter an amount in dollars and cents, such as 1.50 or -0.25.',
  invalidPercent: 'Enter a percentage from -99 to 1000.',
  invalidPieces: 'Enter a whole number, such as 5 or -2.',
} as const

/** Why a file is refused before its upload, in the browser, or after it, on the server. */
export const HISTORY_FIELDS = {
  day: 'Enter a day from 2005 until today.',
} as const

export const PHOTO_FIELDS = {
  unsupported: 'Choose a JPEG, PNG, HEIC, WebP, AVIF or GIF file.',
} as const

export const PRODUCT_LIST = {
  unknownView: 'The only view is admin.',
  adminOrder: 'Only admins can sort by this field.',
  priceRangeReversed: 'The highest price must not be below the lowest.',
} as const

export const DISCREPANCY_FIELDS = {
  enterNote: 'Enter what you found or did.',
  noteTooLong: (most: number) => `A note can have at most ${most} characters.`,
} as const

export const REQUEST_ANSWER_FIELDS = {
  enterWords: 'Write an answer.',
  wordsTooLong: (most: number) => `An answer can have at most ${most} characters.`,
  chooseProduct: 'Choose the product that is listed now.',
} as const

export const CATEGORY_FIELDS = {
  needsLetter: 'A category name needs at least one letter or number.',
  tooLong: 'A category name can have at most 40 characters.',
  reserved: 'This name is reserved: links with it lead to “cups”. Choose another name.',
} as const

export const COLLECTION_FIELDS = {
  needsLetter: 'A collection name needs at least one letter or number.',
  nameTooLong: (most: number) => `A collection name can have at most ${most} characters.`,
  textTooLong: (most: number) => `An introduction can have at most ${most} characters.`,
  tooManyProducts: (most: number) => `A collection can have at most ${most} products.`,
  productTwice: 'A product can be in a collection only once.',
  tooMany: (most: number) => `A product can be in at most ${most} collections.`,
} as const

export const ADMIN_ORDER_FIELDS = {
  chooseOrders: 'Choose at least one order.',
  tooManyOrders: (most: number) => `Choose at most ${most} orders at once.`,
  invalidId: 'One of the order ids is invalid.',
  trackingTooLong: 'A tracking number can have at most 60 characters.',
  trackingCharacters: 'A tracking number can only have letters, digits, spaces and hyphens.',
  enterNote: 'Write a note.',
  noteTooLong: (most: number) => `A note can have at most ${most.toLocaleString('en-US')} characters.`,
  noteCharacters: 'A note cannot have control characters.',
  chooseDay: 'Choose a day.',
  wordsTooLong: (most: number) => `Write at most ${most} characters.`,
  wordsCharacters: 'Your words to the buyer cannot have control characters.',
  refundAmount: 'Enter a refund amount above $0.',
  reasonTooLong: (most: number) => `A reason can have at most ${most} characters.`,
  lineTwice: 'A line of an order can be in a refund only once.',
  noUnits: 'Choose at least one unit of each line.',
  restockLines: 'Say for each line how many units to restock.',
  oneDiscount: 'Enter a discount or a coupon, not both.',
  handedOverUnpaid: 'Say how it was paid. An order that is not paid yet is shipped or picked up.',
  enterBuyer: 'Enter the name of the buyer.',
  enterEmail: 'Enter the email address of the buyer.',
} as const

export const COUPON_FIELDS = {
  enterCode: 'Enter a code.',
  codeTooLong: (most: number) => `A code can have at most ${most} characters.`,
  invalidDay: 'Enter the day as YYYY-MM-DD, such as 2026-12-31.',
  dayTooEarly: 'Choose a later day.',
  percentTooLow: 'Enter a percentage above 0, or an amount instead.',
  twofold: 'Enter an amount or a percentage, not both.',
  wrongUses: 'Enter a whole number from 1 to 1,000,000, or leave this blank.',
  endsBefore: 'The last day must not be before the first.',
  enterName: 'Enter a name.',
  nameTooLong: (most: number) => `A name can have at most ${most} characters.`,
} as const

export const SETTINGS_FIELDS = {
  enterName: 'Enter a name for the shop.',
  nameTooLong: 'A shop name can have at most 60 characters.',
  taglineTooLong: 'A tagline can have at most 160 characters.',
  storyTooLong: 'A story can have at most 5,000 characters.',
  linkTooLong: 'A link can have at most 300 characters.',
  invalidLink: 'Enter a web address, such as instagram.com/yourshop, or an email address.',
  textTooLong: (most: number) => `This text can have at most ${most} characters.`,
  enterHeading: 'Enter a heading.',
  shipDays: 'Enter business days, such as 2 or 1-3, and at most 90.',
  shippingTooHigh: 'Shipping can be at most $1,000.',
  wrapTooHigh: 'Gift wrap can be at most $100.',
  hourlyPayTooHigh: 'Hourly pay can be at most $1,000.',
  chooseTimeZone: 'Choose a time zone from the list.',
  enterDay: 'Enter a day.',
  dayTooLate: 'Enter a day before the year 2100.',
  daysReversed: 'The last day must not be before the first.',
  wholeLevel: 'Enter a whole number.',
  levelTooLow: 'Enter 0 or more.',
  levelTooHigh: 'Enter at most 10,000.',
} as const

export const PAGE_FIELDS = {
  enterTitle: 'Enter a title.',
  titleTooLong: (most: number) => `A title can have at most ${most} characters.`,
  bodyTooLong: (length: number, most: number) =>
    `This text has ${length.toLocaleString('en-US')} characters. A page can have at most ${most.toLocaleString('en-US')}: move a part of it to another page.`,
  tooManyLines: (most: number) => `A page can have at most ${most.toLocaleString('en-US')} lines.`,
  tooDeep: (line: number) => `Line ${line} begins too far to the right. Remove spaces, list marks or > at its start.`,
  tooManyMarks: (most: number) =>
    `A page can have at most ${most.toLocaleString('en-US')} of the marks * _ [ ] < & \\ and \`.`,
  marksInARow: (line: number) => `Line ${line} has too many * or _ in a row. Type --- for a dividing line.`,
} as const

export const LOOK_FIELDS = {
  color: 'Enter a color as # and six digits, such as #7b1e45.',
  path: 'Enter a path of this shop, such as /shop.',
  pathTooLong: 'A path can have at most 200 characters.',
  day: 'Enter the day as YYYY-MM-DD, such as 2026-12-31.',
  daysReversed: 'The last day must not be before the first.',
  tooLong: (most: number) => `This text can have at most ${most} characters.`,
  sectionTwice: 'Each section can appear once.',
  letters: 'A monogram has one or two letters.',
} as const

export const TAX_FIELDS = {
  rateRange: 'A tax rate must be from 0 to 100 %.',
  rateDecimals: 'A tax rate can have at most four decimals.',
  enterRate: 'Enter the rate in percent, such as 8.875.',
  homeZip: 'Enter the five digits of your ZIP code.',
  country: 'Enter a country as two letters, such as DE.',
  enterDay: 'Enter a day.',
  daysReversed: 'The last day must not be before the first one.',
  outsideTooHigh: 'This figure is too high.',
  wholeOrders: 'Enter the number of orders as a whole number.',
} as const

export const REPORT_FIELDS = {
  month: 'Choose a month, such as 2026-11.',
  monthsReversed: 'The last month must not be before the first one.',
  tooManyMonths: (most: number) => `A report can have at most ${most} months.`,
} as const

export const SHIPPING_PLAN = {
  tooLong: (most: number) => `Use at most ${most} characters.`,
  days: (most: number) => `Enter business days on the way, such as 3-6, at most ${most}.`,
  daysReversed: 'The first number of days is higher than the second.',
  enterNumbers: 'Enter prices such as 4.50, limits and weights as whole numbers, and days such as 3-6.',
  priceTooHigh: 'Shipping is at most $1,000.',
  noPrice: 'Enter a price for every way to ship.',
  tooManyBands: (most: number) => `A way to ship has at most ${most} prices.`,
  lastBandOpen: 'The last price of a way to ship is for everything above, and only that one.',
  bandsAscend: 'The limits of a way to ship go up, each higher than the one before.',
  wholeNumber: 'Enter a whole number from 1, as a limit or a weight in grams.',
  methodId: 'A way to ship has an id of small letters, digits and dashes, other than pickup.',
  nameMissing: 'Give every way to ship a name.',
  zoneNameMissing: 'Give every group of places a name.',
  unknownPlace: 'Places are countries such as CA, states such as US-AK, or * for everywhere else.',
  noPlaces: 'Every group needs at least one place.',
  noMethods: 'Every group of places needs a way to ship.',
  tooManyMethods: 'A group of places has at most 6 ways to ship.',
  tooManyZones: (most: number) => `There can be at most ${most} groups of places.`,
  pickupAddressMissing: 'Enter where orders can be collected.',
  empty: 'Ship to at least one place, or let buyers collect their orders.',
  placeTwice: 'A place can be in one group only.',
  methodTwice: 'Two ways to ship have the same id.',
} as const

export const EXPORT_FIELDS = {
  enterDay: 'Enter a day.',
  daysReversed: 'The last day must not be before the first.',
} as const
