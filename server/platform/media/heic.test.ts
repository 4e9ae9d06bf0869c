import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { answerOfChild } from '#server/platform/lib/child-task.ts'
import { HEIC_LIMITS } from './heic.ts'

/** What a program in the place of the decoder gets for its try: 'done', or the code of the error. */
async function attemptInDecoder(attempt: string) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-heic-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'program.mjs')
  await writeFile(join(folder, 'configuration.json'), '{}')
  await writeFile(
    program,
    `import { once } from 'node:events'
    const folder = ${JSON.stringify(folder)}
    await once(process, 'message')
    process.send(await (async () => { ${attempt} })().then(() => 'done', ({ code }) => code))`,
  )
  const { env, execArgv } = HEIC_LIMITS
  const limits = { env, execArgv: [...execArgv, `--allow-fs-read=${program}`], timeoutMs: 20_000 }
  return answerOfChild<string>(pathToFileURL(program), {}, limits)
}

test.for<[string, string, string]>([
  ['works', '', 'done'],
  [
    'reads no file of the shop',
    "(await import('node:fs')).readFileSync(folder + '/configuration.json')",
    'ERR_ACCESS_DENIED',
  ],
  ['writes none', "(await import('node:fs')).writeFileSync(folder + '/new', '')", 'ERR_ACCESS_DENIED'],
  ['starts no program', "(await import('node:child_process')).spawnSync('true')", 'ERR_ACCESS_DENIED'],
  [
    'calls nobody',
    "const { once } = await import('node:events'); await once((await import('node:net')).connect(9), 'connect')",
    'ERR_ACCESS_DENIED',
  ],
])('the process that decodes an HEIC %s', async ([, attempt, outcome]) => {
  expect(await attemptInDecoder(attempt)).toBe(outcome)
})
