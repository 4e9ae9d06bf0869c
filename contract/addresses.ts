/** The 50 states, by the abbreviation that goes on a parcel. */
export const STATES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const

/** Where mail with a ZIP_PATTERN code goes beside the 50 states: the capital, territories, and military addresses abroad. */
export const OTHER_REGIONS = {
  DC: 'District of Columbia',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
} as const

/** The shop's own country as an address names it. */
export const COUNTRY = 'USA'

/** The code of the shop's own country. */
export const HOME = 'US'

const ZIP_PATTERN = /^\d{5}(-\d{4})?$/

/** Five digits, optionally a dash and four more. */
export const isZip = (text: string) => ZIP_PATTERN.test(text)

/** A ZIP_PATTERN code without spaces around it, and with a plain dash before the last four of nine digits. */
export const tidyZip = (text: string) => text.trim().replace(/^(\d{5})[\s\p{Pd}]*(\d{4})$/u, '$1-$2')

/** Whether `text` is the abbreviation of one of the 50 states. */
export const isState = (text: string): text is keyof typeof STATES => Object.hasOwn(STATES, text)

/** Whether `text` is the abbreviation of a state or of another region with ZIP_PATTERN codes. */
export const isRegion = (text: string): text is keyof typeof STATES | keyof typeof OTHER_REGIONS =>
  isState(text) || Object.hasOwn(OTHER_REGIONS, text)

/**
 * Regions to which parcels travel as if they went abroad: with a customs form. Military and diplomatic post offices:
 * Domestic Mail Manual 703.2.3.6 to 703.2.3.8, for all goods. American Samoa (ZIP_PATTERN code 96799), Guam and the Northern
 * Mariana Islands (969…): 608.2.3, which was 608.2.4 until July 2025 (Postal Bulletin 22210 and 22675). Puerto Rico and
 * the U.S. Virgin Islands are not among them.
 */
const CUSTOMS_REGIONS: readonly string[] = ['AA', 'AE', 'AP', 'AS', 'GU', 'MP']

/** Whether a parcel to an address needs a customs form. */
export const needsCustomsForm = ({ countryCode, state }: { countryCode: string; state: string }) =>
  countryCode !== HOME || CUSTOMS_REGIONS.includes(state)

const PHONE_PATTERN = /^(?=(?:\D*\d){5})\+?[\d\s()./-]{5,30}$/

/** Whether a text is a phone number as people write it: at least five digits, with spaces, dots, dashes or parentheses. */
export const isPhone = (text: string) => PHONE_PATTERN.test(text)

/** A ZIP_PATTERN code as typed, tidied; empty until it is whole. */
export function wholeZip(text: string) {
  const zip = tidyZip(text)
  return isZip(zip) ? zip : ''
}

/** Where an order goes, as far as prices depend on it. `country` is a code of two letters, such as US. */
export type Place = { country: string; state?: string | undefined; zip?: string | undefined }

type Located = { state: string; postalCode: string; countryCode?: string | undefined }

/** The place of an address. Abroad it is a country. */
export const placeOf = ({ state, postalCode, countryCode = HOME }: Located): Place =>
  countryCode === HOME ? { country: HOME, state, zip: postalCode.slice(0, 5) } : { country: countryCode }

/** City, state and postal code on one line. Addresses abroad may lack the last two. */
export const cityLine = ({ city, state, postalCode }: Located & { city: string }) =>
  [[city, state].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')
