import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInstalled } from '#server/testing/installed-programs.ts'
import { lastingPort } from './stage.ts'

const CONFIGURATION = new URL('../../docs/cdn.vcl', import.meta.url)

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
  const varnish = await startInstalled(['varnishd', ...args], port)
  if (!varnish) throw new Error('Varnish is not installed.')
  return {
    url,
    env: { CDN: 'varnish', CDN_PURGE_URL: url, CDN_PURGE_TOKEN: '' },
    async stop() {
      await varnish.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
