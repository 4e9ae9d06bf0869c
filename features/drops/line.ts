// The places of a line. Browser and server compute them alike, so that nobody needs a row in the database to wait, and
// anybody can check the draw.

/** 128 bits in hexadecimal. */
export const LINE_SECRET_PATTERN = /^[\da-f]{32}$/

/** How long before the start of a drop tickets are given. */
export const LINE_OPENS_MINUTES = 60

/**
 * The places of the tickets that were given before the start, by their number less one: a shuffle (Fisher and Yates) of
 * 1 to `count` that the secret decides. `secret` is 32 hexadecimal digits.
 */
export function drawPlaces(count: number, secret: string): Uint32Array<ArrayBuffer> {
  const random = seededRandom(secret)
  const places = Uint32Array.from({ length: count }, (_, index) => index + 1)
  for (let last = count - 1; last > 0; last--) {
    const chosen = below(random, last + 1)
    const moved = places[last] as number
    places[last] = places[chosen] as number
    places[chosen] = moved
  }
  return places
}

/** The place of a ticket: drawn when it was given before the start, else its number, behind all of those. */
export const placeOf = (number: number, drawn: Uint32Array) => drawn[number - 1] ?? number

/** A number from 0 to `most` - 1, each as likely as any other: what would favor the first ones is drawn again. */
function below(random: () => number, most: number) {
  const fair = 2 ** 32 - (2 ** 32 % most)
  for (;;) {
    const drawn = random()
    if (drawn < fair) return drawn % most
  }
}

/** The generator xoshiro128** of D. Blackman and S. Vigna (https://prng.di.unimi.it/), as numbers of 32 bits. */
function seededRandom(secret: string) {
  let [a, b, c, d] = [0, 8, 16, 24].map((start) => Number.parseInt(secret.slice(start, start + 8), 16)) as State
  return () => {
    const made = Math.imul(rotated(Math.imul(b, 5), 7), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotated(d, 11)
    return made >>> 0
  }
}
type State = [number, number, number, number]

const rotated = (bits: number, by: number) => (bits << by) | (bits >>> (32 - by))
