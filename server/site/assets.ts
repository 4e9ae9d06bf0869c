import { readFile } from 'node:fs/promises'
import { FONT_PAIRS, type FontPair, fontStyles } from '#contract/look-choices.ts'
import type { Assets } from '#contract/rendering.ts'

type Chunk = { file: string; css?: string[]; assets?: string[]; imports?: string[] }

/** The modules that the scripts of the pages begin with. */
export const ENTRIES = {
  app: 'app/web/entry-app.tsx',
  catalog: 'app/web/entry-catalog.tsx',
  placed: 'app/web/entry-placed.ts',
  wallets: 'app/web/entry-wallets.ts',
}

/**
 * Entries, inlined styles and preloads of the built browser files, from Vite's manifest; `fontStyles` is the style sheet
 * of a pair of typefaces, `version` changes with every build. Throws when an entry is missing.
 */
export async function readAssets(
  client: URL,
): Promise<Pick<Assets, 'styles' | 'fonts' | 'scripts'> & { fontStyles(pair: FontPair): string; version: string }> {
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', client), 'utf8')) as Record<string, Chunk>
  const entries = Object.values(ENTRIES).map((name) => manifest[name])
  if (!entries.every((entry) => entry !== undefined))
    throw new Error('The built shop is missing an entry: run npm start again.')
  const sheets = new Set(entries.flatMap((entry) => stylesOf(manifest, entry)))
  const texts = await Promise.all([...sheets].map((file) => readFile(new URL(file, client), 'utf8')))
  const css = texts.join('')
  const pairs = await Promise.all(FONT_PAIRS.map((pair) => fontsOf(manifest, pair, client)))
  const fonts = new Map(pairs.map((fontsOfPair) => [fontsOfPair.pair, fontsOfPair]))
  const fontStylesOf = (pair: FontPair) => fonts.get(pair)?.css ?? ''
  return {
    styles: (pair, look) => `<style>${css}${fontStylesOf(pair)}${look}</style>`,
    fontStyles: fontStylesOf,
    fonts: (pair) => fonts.get(pair)?.files ?? [],
    scripts(part, sources) {
      const entry = manifest[ENTRIES[part]] as Chunk
      return { entry: `/${entry.file}`, preload: preloadsOf(manifest, entry, sources) }
    },
    version: entries.map(({ file }) => file.replace(/^.*-|\.js$/g, '')).join('-'),
  }
}

type Manifest = Record<string, Chunk>

/** The style sheet of a pair of typefaces, and the files that every page needs. */
async function fontsOf(manifest: Manifest, pair: FontPair, client: URL) {
  const { file, assets = [] } = manifest[fontStyles(pair)] as Chunk
  const css = await readFile(new URL(file, client), 'utf8')
  const files = assets.filter((name) => name.includes('-latin-') && !name.includes('-latin-ext-'))
  return { pair, css, files: files.map((name) => `/${name}`) }
}

/** The style sheets of an entry and of what it imports. */
function stylesOf(manifest: Manifest, chunk: Chunk, visitedChunks = new Set<Chunk>()): string[] {
  if (visitedChunks.has(chunk)) return []
  visitedChunks.add(chunk)
  const importedChunks = (chunk.imports ?? []).flatMap((key) => manifest[key] ?? [])
  return [...importedChunks.flatMap((next) => stylesOf(manifest, next, visitedChunks)), ...(chunk.css ?? [])]
}

function preloadsOf(manifest: Manifest, entry: Chunk, sources: string[]) {
  const keys = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || chunk === entry || keys.has(chunk.file)) return
    keys.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of [...(entry.imports ?? []), ...sources]) visit(key)
  return [...keys].map((file) => `/${file}`)
}
