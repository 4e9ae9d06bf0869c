import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Chunk = { file: string; src?: string; imports?: string[]; dynamicImports?: string[] }

const MANIFEST = 'dist/client/.vite/manifest.json'
const isSellers = (key: string) => key.includes('features/admin/')

/** Words that only the seller reads. */
const SELLERS_WORDS = [
  'Update Product',
  'Create Product',
  'Edit Product',
  'Product Trace Log',
  'view=admin',
  'Export as CSV',
  'Enter a price in dollars and cents',
]

/** Every script that a shopper's browser may ask for: all but those behind the seller's own screens. */
function shoppersFiles() {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const found = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || found.has(chunk.file) || isSellers(key)) return
    found.add(chunk.file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  visit('web/entry-client.tsx')
  return { shoppers: [...found], all: Object.values(manifest).map(({ file }) => file) }
}

const holding = (files: string[], word: string) =>
  files.filter((file) => file.endsWith('.js') && readFileSync(`dist/client/${file}`, 'utf8').includes(word))

test('not a word of the seller’s side is in what shoppers download', () => {
  expect(existsSync(MANIFEST), 'the shop is built: vite build --app').toBe(true)
  const { shoppers, all } = shoppersFiles()
  expect(shoppers.length).toBeGreaterThan(10)
  for (const word of SELLERS_WORDS) {
    expect(holding(shoppers, word), word).toEqual([])
    expect(holding(all, word), word).not.toEqual([])
  }
})
