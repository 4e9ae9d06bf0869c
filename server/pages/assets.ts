import { readFile } from 'node:fs/promises'
import { operatorError } from '../errors.ts'
import type { Assets } from './render.ts'

type Chunk = { file: string; css?: string[]; imports?: string[] }

/** Entry, inlined styles and preloads of the built browser files, from Vite's manifest. Throws when the entry is missing. */
export async function readAssets(client: URL): Promise<Omit<Assets, 'owns' | 'shopUrl'>> {
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', client), 'utf8')) as Record<string, Chunk>
  const entry = manifest['web/entry-client.tsx']
  if (!entry) throw operatorError('pages_not_built', 'The built shop is missing its entry: run npm start again.')
  const css = await Promise.all((entry.css ?? []).map((file) => readFile(new URL(file, client), 'utf8')))
  return {
    entry: `/${entry.file}`,
    styles: `<style>${css.join('')}</style>`,
    preload(sources) {
      const found = new Set<string>()
      const visit = (key: string) => {
        const chunk = manifest[key]
        if (!chunk || chunk === entry || found.has(chunk.file)) return
        found.add(chunk.file)
        for (const next of chunk.imports ?? []) visit(next)
      }
      for (const key of [...(entry.imports ?? []), ...sources]) visit(key)
      return [...found].map((file) => `/${file}`)
    },
  }
}
