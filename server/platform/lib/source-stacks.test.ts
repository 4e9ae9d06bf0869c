import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** Of a built program, the second line, which comes from the fifth of its source. */
const FAULT = `const fault = () => Error('The kiln is cold.', { cause: Error('No wood.') })`
const MAP = { version: 3, sources: ['../../server/kiln.ts'], names: [], mappings: ';AAIA' }

test('a stack names the sources of a built program that has a map', async () => {
  const looks = 'console.log(nameSources(fault().stack))'
  expect(await placesIn(looks)).toEqual(['kiln.ts:5', 'kiln.ts:6'])
  expect(await placesIn(looks, { hasMap: false })).toEqual(['kiln.js:2', 'kiln.js:3'])
})

test('an error that ends the process names the sources, and its cause does', async () => {
  const places = await placesIn('nameSourcesOfCrashes(); throw fault()')
  expect(places.filter((place) => place === 'kiln.ts:5')).toHaveLength(2)
  expect(places).not.toContain('kiln.js:3')
})

test('no map is read for an error that ends a stream and that nobody looks at', async () => {
  const ends = `import { Readable } from 'node:stream'
    nameSourcesOfCrashes()
    const error = fault()
    new Readable().on('error', () => {}).destroy(error)`
  expect(await placesIn(`${ends}; console.log(error.stack)`)).toContain('kiln.js:2')
  expect(await placesIn(`${ends}; console.log(nameSources(error.stack))`)).toContain('kiln.ts:5')
})

test('a map that was read is forgotten', async () => {
  const looks = `import { rmSync } from 'node:fs'
    import { fileURLToPath } from 'node:url'
    const look = () => console.log(nameSources(fault().stack.split('\\n', 2)[1], 10))
    look()
    rmSync(fileURLToPath(import.meta.url + '.map'))
    look()
    setTimeout(look, 200)`
  expect(await placesIn(looks)).toEqual(['kiln.ts:5', 'kiln.ts:5', 'kiln.js:2'])
})

/** The places of the program that it prints when it does so with `fault`. */
async function placesIn(does: string, { hasMap = true } = {}) {
  const root = await mkdtemp(join(tmpdir(), 'boutique-stacks-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'dist/server')
  await mkdir(folder, { recursive: true })
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  const file = join(folder, 'kiln.js')
  const module = pathToFileURL('server/platform/lib/source-stacks.ts').href
  await writeFile(file, `import { nameSources, nameSourcesOfCrashes } from '${module}'\n${FAULT}\n${does}`)
  if (hasMap) await writeFile(`${file}.map`, JSON.stringify(MAP))
  const { stdout, stderr } = spawnSync('node_modules/.bin/node', [file], { encoding: 'utf8' })
  return Array.from(`${stdout}${stderr}`.matchAll(/kiln\.\w+:\d+/g), ([place]) => place)
}
