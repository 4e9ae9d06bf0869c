import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { lastingPort } from './stage.ts'

const CONFIGURATION = new URL('../docs/cdn.vcl', import.meta.url)
const PATIENCE_MS = 20_000

/** Varnish, configured by docs/cdn.vcl, in front of a shop on that port. Throws when it is not installed. */
export async function startVarnish(shopPort: number) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-varnish-'))
  // Varnish runs as a user of its own.
  await chmod(folder, 0o755)
  const file = join(folder, 'cdn.vcl')
  const text = await readFile(CONFIGURATION, 'utf8')
  await writeFile(file, text.replace('.port = "3000"', `.port = "${shopPort}"`))
  const port = await lastingPort()
  const url = `http://127.0.0.1:${port}`
  const args = ['-F', '-a', `127.0.0.1:${port}`, '-f', file, '-n', join(folder, 'work'), '-s', 'malloc,32m']
  const child = spawn('varnishd', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const spawned = once(child, 'spawn')
  const ended = once(child, 'exit')
  await spawned
  let printed = ''
  child.stderr.on('data', (text) => (printed += text))
  const patience = AbortSignal.timeout(PATIENCE_MS)
  while (!(await isOpen(url))) {
    if (child.exitCode !== null || patience.aborted) throw new Error(`Varnish did not start:\n${printed}`)
    await setTimeout(50)
  }
  return {
    url,
    env: { CDN: 'varnish', CDN_PURGE_URL: url, CDN_PURGE_TOKEN: '' },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether it answers, be it only that the shop behind it is not open yet. */
const isOpen = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )
