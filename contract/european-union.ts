// The countries whose law gives buyers a right of withdrawal.

const EU_COUNTRIES = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Whether a country, by its code of two letters, is in the European Union. */
export const isInEu = (country: string) => EU_COUNTRIES.includes(country)

/** Whether one of these places of a shipping plan is in the European Union; `*` is everywhere. */
export const reachesEu = (places: readonly string[]) => places.some((place) => place === '*' || isInEu(place))
