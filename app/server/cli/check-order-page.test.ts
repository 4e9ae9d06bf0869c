import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { figure } from '#server/testing/torture.ts'
import { builtScripts, compareOrderPage } from './check-order-page.ts'

const POLICY = "default-src 'self'; script-src 'self'"
const SCRIPTS = { '/assets/entry-1.js': 'sell()', '/assets/order-2.js': 'pay()' }
const PAGE =
  '<html><head><link rel="modulepreload" crossorigin href="/assets/order-2.js"><script type="module" src="/assets/entry-1.js"></script></head><body><script type="application/json">{}</script></body></html>'

type ServedFiles = { policy?: string; page?: string; scripts?: Record<string, string> }

/** The reported changes of a shop that serves these files, when the constants above are the approved ones. */
async function changesIn({ policy = POLICY, page = PAGE, scripts = SCRIPTS }: ServedFiles) {
  const server = createServer(({ url = '' }, response) => {
    const script = (scripts as Record<string, string>)[url]
    if (url.startsWith('/order/')) response.setHeader('content-security-policy', policy).end(page)
    else if (script) response.end(script)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  const folder = await mkdtemp(join(tmpdir(), 'boutique-build-'))
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  await mkdir(join(folder, 'assets'))
  for (const [address, text] of Object.entries(SCRIPTS)) await writeFile(join(folder, address), text)
  const approvedScripts = await builtScripts(pathToFileURL(`${folder}/`))
  const { port } = server.address() as AddressInfo
  return compareOrderPage(`http://127.0.0.1:${port}`, {
    headers: { 'content-security-policy': POLICY },
    scripts: approvedScripts,
  })
}

test('an unchanged order page raises no alarm', async () => expect(await changesIn({})).toEqual([]))

test.for([
  ['another policy', { policy: `${POLICY} https://evil.example` }, 'The header content-security-policy is'],
  [
    'a foreign script',
    { page: `${PAGE}<script src="https://evil.example/skim.js"></script>` },
    'not ours: https://evil',
  ],
  ['an inline script', { page: `${PAGE}<SCRIPT>skim()</SCRIPT>` }, 'not ours: inline'],
  ['a preloaded script', { page: PAGE.replace('order-2', 'other-3') }, 'not ours: /assets/other-3.js'],
  [
    'a changed script',
    { scripts: { ...SCRIPTS, '/assets/order-2.js': 'pay();skim()' } },
    'changed: /assets/order-2.js',
  ],
  ['a missing script', { scripts: { '/assets/entry-1.js': 'sell()' } }, 'changed: /assets/order-2.js'],
] as const)('%s is reported', { tags: ['H7'] }, async ([, servedFiles, sentence], { task }) => {
  const changes = await changesIn(servedFiles)
  expect(changes).toEqual([expect.stringContaining(sentence)])
  figure(task, changes.join(' '))
})
