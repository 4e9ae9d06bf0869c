import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
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

const ENTRIES = ['app/web/entry-app.tsx', 'app/web/entry-catalog.tsx']

const isAdmin = (module: string) =>
  /^(contract\/admin|(app\/)?web\/admin\/|web\/texts\/admin|features\/[^/]+\/admin|features\/(audit-log|backups|customers|drops|feeds|imports|letters|news|own-shop|push|reports|reviews|search-words|shop-check|webhooks)\/contract|features\/returns\/admin-contract)/.test(
    module,
  )

/** The chunks that a shopper's browser may load: all that are reachable but for the admin parts, which load lazily. */
function shoppersChunks(chunks: Chunk[]) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const chunkSet = new Set<Chunk>()
  const visit = (file: string) => {
    const chunk = byFile.get(file)
    if (!chunk || chunkSet.has(chunk)) return
    chunkSet.add(chunk)
    for (const next of chunk.imports) visit(next)
    for (const next of chunk.dynamicImports) if (!isAdmin(byFile.get(next)?.entry ?? '')) visit(next)
  }
  for (const { entry, fileName } of chunks) if (ENTRIES.includes(entry ?? '')) visit(fileName)
  return [...chunkSet]
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

// A circle of files would run one before what it imports from another.
test('the files of what features add to the admin import none of those that list it', () => {
  const chunks: Chunk[] = JSON.parse(readFileSync(LIST, 'utf8'))
  const filesWith = (pattern: RegExp) =>
    chunks.filter(({ modules }) => modules.some((module) => pattern.test(module))).map(({ fileName }) => fileName)
  const [list, ...others] = filesWith(/^app\/web\/admin\/features\.ts$/)
  expect([list, others]).toEqual([expect.any(String), []])
  const added = filesWith(/^features\/[^/]+\/admin\/feature\.ts$/)
  expect(added.length).toBeGreaterThan(0)
  for (const file of added) expect(chunks.find(({ fileName }) => fileName === file)?.imports).not.toContain(list)
})

test('the file that brings zod forbids it to use eval before another file can make a schema', () => {
  const chunks: Chunk[] = JSON.parse(readFileSync(LIST, 'utf8'))
  const withZod = chunks.filter(({ modules }) => modules.some((module) => module.includes('node_modules/zod/')))
  const ours = withZod.map(({ modules }) => modules.filter((module) => /^(contract|features|web)\//.test(module)))
  expect(ours).toEqual([['web/lib/zod-csp.ts']])
})

/** The files of these entries and of all that they import. */
function filesOf(chunks: Chunk[], entries: readonly string[]) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const files = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    for (const next of byFile.get(file)?.imports ?? []) visit(next)
  }
  for (const chunk of chunks) if (entries.includes(chunk.entry ?? '')) visit(chunk.fileName)
  return [...files]
}

const classesOf = (sheets: string[]) =>
  new Set(
    sheets.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\.((?:\\.|[a-z*-])(?:\\.|[\w-])*)/g)].map(([, name = '']) =>
        name.replaceAll('\\', ''),
      ),
    ),
  )

test('the styles of shoppers have every class of the pages of features', () => {
  const all = classesOf(globSync('dist/client/assets/*.css'))
  const shoppers = classesOf(globSync('dist/client/assets/app-*.css'))
  const words = globSync('features/*/shop/**/*.tsx').flatMap((file) => readFileSync(file, 'utf8').split(/[\s'"`]+/))
  const usedClasses = [...new Set(words)].filter((word) => all.has(word))
  expect(usedClasses.length).toBeGreaterThan(50)
  expect(usedClasses.filter((name) => !shoppers.has(name))).toEqual([])
})

const CATALOG = 'app/web/entry-catalog.tsx'
const REACT = ['web/shop/visitor/surroundings.tsx', 'node_modules/react-dom/client.js']

test.for([
  ['a page of the catalog', [CATALOG], 6_000],
  ['a page of a product', [CATALOG, ...REACT, 'app/web/catalog-islands.tsx'], 95_000],
  ['the application, screens apart,', ['app/web/entry-app.tsx', ...REACT, 'app/web/start-app.tsx'], 128_000],
] as const)('the scripts of %s take at most %3$i bytes of gzip', ([, entries, most]) => {
  const files = filesOf(JSON.parse(readFileSync(LIST, 'utf8')), entries)
  const size = files.reduce((sum, file) => sum + statSync(`dist/client/${file}.gz`).size, 0)
  expect(size).toBeGreaterThan(most / 2)
  expect(size).toBeLessThanOrEqual(most)
})

const LATE = [
  'web/shop/catalog/BuyBox.tsx',
  'web/shop/catalog/ChoiceBuyBox.tsx',
  'web/shop/catalog/Gallery.tsx',
  'web/shop/layout/SearchCombobox.tsx',
  'web/shop/layout/AccountMenus.tsx',
]

test.for(LATE)('%s on a page of the catalog does not load the application', (entry) => {
  const chunks: Chunk[] = JSON.parse(readFileSync(LIST, 'utf8'))
  const files = filesOf(chunks, [entry])
  expect(files.length).toBeGreaterThan(1)
  const application = chunks.filter(({ modules }) => modules.includes('app/web/app.tsx'))
  expect(application).toHaveLength(1)
  expect(files).not.toContain(application[0]?.fileName)
})

/** The first formatter takes a browser 14 ms of CPU, as much as the rest of a page's scripts. */
test('no script that every page of the catalog loads uses Intl', () => {
  const files = filesOf(JSON.parse(readFileSync(LIST, 'utf8')), [CATALOG])
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((file) => readFileSync(`dist/client/${file}`, 'utf8').includes('Intl.'))).toEqual([])
})
