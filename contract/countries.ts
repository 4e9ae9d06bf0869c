// Countries by their codes of two letters (ISO 3166-1), without the USA and its territories, which are states.
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV ' +
  'BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ' +
  'ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GW GY HK HM HN HR HT HU ID ' +
  'IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU ' +
  'LV LY MA MC MD ME MF MG MH MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP ' +
  'NR NU NZ OM PA PE PF PG PH PK PL PM PN PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK ' +
  'SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UY UZ VA VC ' +
  'VE VG VN VU WF WS YE YT ZA ZM ZW'

/** The codes of all countries but the USA. */
export const COUNTRIES: readonly string[] = CODES.split(' ')

/** Whether `code` is the code of a country other than the USA. */
export const isForeign = (code: string) => COUNTRIES.includes(code)

/** The English name of a country, or its code where this system has no names. */
export function countryName(code: string) {
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return names.of(code) ?? code
}

/** The codes and names of all countries: the USA first, then by name. */
export function allCountries(): (readonly [code: string, name: string])[] {
  const others = COUNTRIES.map((code) => [code, countryName(code)] as const)
  return [['US', countryName('US')], ...others.sort(([, one], [, other]) => one.localeCompare(other))]
}

let names: Intl.DisplayNames | undefined
