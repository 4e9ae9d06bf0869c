// What a start loads: the built files that those of the first moment import, and the packages in them.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = 'dist/server'
/** The sources that every start imports by `import()`. */
const FIRST_SOURCES = [
  'app/main.ts',
  'app/server/process/run.ts',
  'app/server/process/open-storage.ts',
  'app/server/process/open-app.ts',
  'server/site/pages.ts',
  'app/web/entry-server.tsx',
]

/** The packages of few visits: each is loaded by what needs it. */
const LATE_PACKAGES = [
  '@modelcontextprotocol/sdk',
  '@simplewebauthn/server',
  'age-encryption',
  'client-zip',
  'csv-parse',
  'fontkit',
  'marked',
  'mdast-util-from-markdown',
  'nodemailer',
  'sanitize-html',
  'web-push',
  'yauzl',
]

function sourcesOf(file: string): string[] {
  const map = `${FOLDER}/${file}.map`
  // A file that only passes on what others export has none.
  if (!existsSync(map)) return []
  return JSON.parse(readFileSync(map, 'utf8')).sources.map((source: string) => source.replace(/^(\.\.\/)+/, ''))
}

/** The built files that a file imports before it runs. */
const importsOf = (file: string) =>
  [...readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(/^import (?:[^'"]* from )?["']\.\/([^"']+)["']/gm)].map(
    ([, name = '']) => name,
  )

function filesOfStart() {
  const files = globSync(`${FOLDER}/*.js`).map((path) => basename(path))
  const startFiles = new Set(files.filter((file) => sourcesOf(file).some((source) => FIRST_SOURCES.includes(source))))
  for (const file of startFiles) for (const name of importsOf(file)) startFiles.add(name)
  return [...startFiles]
}

test('a start loads no package that few visits need', () => {
  const files = filesOfStart()
  expect(files.length).toBeGreaterThan(50)
  const packages = new Set(
    files.flatMap(sourcesOf).flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []),
  )
  expect([...packages]).toContain('fastify')
  expect(LATE_PACKAGES.filter((name) => packages.has(name))).toEqual([])
})
