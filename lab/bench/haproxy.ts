import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requirePort } from '#app/server/process/ports.ts'
import { startInstalled } from '#server/testing/installed-programs.ts'

const PATIENCE_MS = 10_000

/** Starts HAProxy with one thread in front of these shops, in turn; undefined where it is not installed. */
export async function startHaproxy(folder: string, urls: string[]) {
  const port = await requirePort(0, '127.0.0.1')
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configurationOf(port, urls))
  const haproxy = await startInstalled(['haproxy', '-db', '-f', file], port)
  if (!haproxy) return undefined
  const url = `http://127.0.0.1:${port}`
  for (const until = Date.now() + PATIENCE_MS; !(await answers(url)); await sleep(100))
    if (Date.now() > until) throw new Error('HAProxy does not answer.')
  return { url, ...haproxy }
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

const configurationOf = (port: number, urls: string[]) => `
global
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option forwardfor
  http-reuse always
frontend shop
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
${urls.map((url, number) => `  server node${number} ${new URL(url).host.replace('localhost', '127.0.0.1')}`).join('\n')}
`
