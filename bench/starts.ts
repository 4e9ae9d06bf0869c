import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startShop } from '#scripts/start-shop.ts'
import type { TableRow } from './figures.ts'
import { median, rounded } from './figures.ts'

const ROUNDS = 7
const PATIENCE_MS = 60_000
const root = join(import.meta.dirname, '..')

/** From `npm start` on a shop that has been started before to the last byte of its home page, in milliseconds. */
export async function measureStart(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  try {
    const first = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1' })
    const { port } = new URL(first.url)
    await first.stop()
    const whole: number[] = []
    const server: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      whole.push(await timeToPage(['npm', 'start'], folder, port))
      server.push(await timeToPage([process.execPath, 'server/main.ts'], folder, port))
    }
    return [lineOf('npm start to first page', whole), lineOf('of which after npm and prepare', server)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const lineOf = (what: string, figures: number[]): TableRow => ({
  what,
  'median ms': rounded(median(figures)),
  'least ms': rounded(Math.min(...figures)),
  'most ms': rounded(Math.max(...figures)),
})

async function timeToPage([command = '', ...args]: string[], folder: string, port: string) {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', SHOP_URL: '', PORT: port }
  if (await hasPage(port)) throw new Error(`Another program answers on port ${port} already.`)
  const started = performance.now()
  const child = spawn(command, args, { cwd: root, env, stdio: 'ignore' })
  try {
    while (!(await hasPage(port))) {
      if (child.exitCode !== null || performance.now() - started > PATIENCE_MS)
        throw new Error('The shop did not open.')
      await setTimeout(5)
    }
    return performance.now() - started
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
}

const hasPage = (port: string) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    async (answer) => answer.ok && isHomePage(await answer.text()),
    () => false,
  )

/** Whether it is all there, with products on it. */
const isHomePage = (text: string) => text.includes('href="/products/') && text.trimEnd().endsWith('</html>')
