import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** A built program, whose third line comes from the fifth of its source. */
const program = (module: string) => `import { nameSourcesInStacks } from '${module}'
nameSourcesInStacks()
const fail = () => console.log(Error('The kiln is cold.').stack)
fail()`
const MAP = { version: 3, sources: ['../../server/kiln.ts'], names: [], mappings: ';;AAIA' }

test.for([
  [
    'with its map names the source',
    true,
    /^Error: The kiln is cold\.\n {4}at fail \(file:\S+\/server\/kiln\.ts:5:32\)\n/,
  ],
  ['without a map names its own place', false, /^Error: The kiln is cold\.\n {4}at fail \(file:\S+\/kiln\.js:3:32\)\n/],
] as const)('a stack of a built program %s', async ([, hasMap, expected]) => {
  const { file } = await built(program)
  if (hasMap) await writeFile(`${file}.map`, JSON.stringify(MAP))
  expect(execFileSync('node_modules/.bin/node', [file], { encoding: 'utf8' })).toMatch(expected)
})

test('a map that was read is forgotten', async () => {
  const { file } = await built(
    (module) => `${program(module).replace('nameSourcesInStacks()', 'nameSourcesInStacks(10)')}
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
rmSync(fileURLToPath(import.meta.url + '.map'))
fail()
setTimeout(fail, 200)`,
  )
  await writeFile(`${file}.map`, JSON.stringify(MAP))
  const printed = execFileSync('node_modules/.bin/node', [file], { encoding: 'utf8' })
  expect(printed.match(/kiln\.\w+:\d/g)?.filter((place) => /[35]$/.test(place))).toEqual([
    'kiln.ts:5',
    'kiln.ts:5',
    'kiln.js:3',
  ])
})

/** A file of that program in a folder of its own, until the test ends. */
async function built(programOf: (module: string) => string) {
  const root = await mkdtemp(join(tmpdir(), 'boutique-stacks-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'dist/server')
  await mkdir(folder, { recursive: true })
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  const file = join(folder, 'kiln.js')
  await writeFile(file, programOf(pathToFileURL('server/process/source-stacks.ts').href))
  return { file }
}
