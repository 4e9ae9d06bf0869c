import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { stateOfZip } from '#contract/zip-codes.ts'
import type { ZipPlace } from '#contract/zip-places.ts'

/** City and state of a ZIP code of five digits, each null where it is not known. */
export async function zipPlace(zip: string): Promise<ZipPlace> {
  cities ??= readCities()
  const text = await cities
  const start = text.indexOf(`\n${zip}`)
  const city = start < 0 ? null : text.slice(start + 1 + zip.length, text.indexOf('\n', start + 1))
  return { city, state: stateOfZip(zip) ?? null }
}

/**
 * A line for each of 42,000 ZIP codes: the code and its main city. From the package zipcodes 8.0.0 (BSD license), which
 * has them from federalgovernmentzipcodes.us; ZIP codes of single firms are left out.
 */
let cities: Promise<string> | undefined

async function readCities() {
  const file = await readFile(new URL('zip-cities.txt.br', import.meta.url))
  return (await promisify(brotliDecompress)(file)).toString('latin1')
}
