// Lints the OpenAPI document of a whole shop that has rendered its pages and does not listen. Prints every problem.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openShop } from '#app/server/process/open-shop.ts'
import type { Opening } from '#app/server/process/opening.ts'
import { readEnv } from '#server/env.ts'
import { openApiProblems } from './openapi-problems.ts'

const folder = await mkdtemp(join(tmpdir(), 'boutique-openapi-'))
const opening: Opening = { closers: [], stopping: new AbortController() }
try {
  const settings = { DATA_DIR: folder, DEMO: '0', WARM_PHOTOS: 'off', SHOP_URL: 'https://shop.test' }
  const { app } = await openShop(readEnv(settings), false, opening)
  const page = await app.inject('/')
  if (page.statusCode !== 200) throw new Error(`The home page was answered with ${page.statusCode}.`)
  const document = await app.inject('/api/openapi.json')
  if (document.statusCode !== 200) throw new Error(`/api/openapi.json was answered with ${document.statusCode}.`)
  const problems = await openApiProblems(document.body)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  for (const close of opening.closers.reverse()) await close()
  await opening.cluster?.stop()
  await rm(folder, { recursive: true, force: true })
}
