import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `entry` is the module that a dynamic import names. */
type Chunk = {
  fileName: string
  entry: string | null
  imports: string[]
  dynamicImports: string[]
  modules: string[]
}

/** Written by the build, which `npm run check` makes first. */
const LIST = 'dist/modules.json'

const ENTRIES = ['web/entry-app.tsx', 'web/entry-catalog.tsx']

const isAdmin = (module: string) => /^(contract\/admin|web\/features\/admin|web\/texts\/admin)/.test(module)

/** The chunks that a shopper's browser may load: all that are reachable but for the admin parts, which load lazily. */
function shoppersChunks(chunks: Chunk[]) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<Chunk>()
  const visit = (file: string) => {
    const chunk = byFile.get(file)
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const next of chunk.imports) visit(next)
    for (const next of chunk.dynamicImports) if (!isAdmin(byFile.get(next)?.entry ?? '')) visit(next)
  }
  for (const { entry, fileName } of chunks) if (ENTRIES.includes(entry ?? '')) visit(fileName)
  return [...found]
}

test('no chunk that a shopper loads has a module of the admin side', () => {
  expect(existsSync(LIST), 'the shop is built: vite build --app').toBe(true)
  const chunks: Chunk[] = JSON.parse(readFileSync(LIST, 'utf8'))
  const shoppers = shoppersChunks(chunks)
  expect(shoppers.length).toBeGreaterThan(10)
  const wrong = shoppers.flatMap(({ fileName, modules }) => modules.filter(isAdmin).map((module) => [fileName, module]))
  expect(wrong).toEqual([])
  expect(chunks.flatMap(({ modules }) => modules).filter(isAdmin).length).toBeGreaterThan(50)
})

/** The size of a chunk and of all that it imports, as gzip sends it. */
function gzipSize(chunks: Chunk[], entry: string) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const next of byFile.get(file)?.imports ?? []) visit(next)
  }
  for (const chunk of chunks) if (chunk.entry === entry) visit(chunk.fileName)
  return [...found].reduce((sum, file) => sum + statSync(`dist/client/${file}.gz`).size, 0)
}

test.for([
  ['web/catalog-islands.tsx', 95_000],
  ['web/start-app.tsx', 126_000],
] as const)('%s takes at most %i bytes of gzip', ([entry, most]) => {
  const size = gzipSize(JSON.parse(readFileSync(LIST, 'utf8')), entry)
  expect(size).toBeGreaterThan(50_000)
  expect(size).toBeLessThanOrEqual(most)
})
