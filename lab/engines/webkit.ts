import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Control, Engine, Tab } from './tab.ts'

/** The name under which WebDriver's JSON has the id of an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const ESCAPE = '\ue00c'
const MOST_WAITING_MS = 12_000
/** Height of the browser's own bar. */
const BAR = 40
/** Without it the buttons of the browser's bar keep its window wider than a phone. */
const NARROW_BAR = '* { min-width: 0; margin: 0; padding: 0; border-width: 0; -gtk-icon-transform: scale(0.5) }'

const SCROLL = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`
const CHOOSE = `const [select, value] = arguments
select.value = value
for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))`

type Call = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>

/** Starts WebKitGTK's browser, driven by W3C WebDriver on a screen in memory; null when one of them is missing. */
export async function startWebKit(): Promise<Engine | null> {
  if (!['WebKitWebDriver', 'Xvfb'].every(isInstalled)) return null
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [display] = await once(screen.stdout, 'data')
  const settings = await mkdtemp(join(tmpdir(), 'boutique-webkit-'))
  await mkdir(join(settings, 'gtk-3.0'))
  await writeFile(join(settings, 'gtk-3.0/gtk.css'), NARROW_BAR)
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, XDG_CONFIG_HOME: settings }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
  const call = callTo(`http://127.0.0.1:${port}`)
  await untilReady(call)
  const open = async () => {
    const { sessionId, capabilities } = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
      'POST',
      '/session',
      { capabilities: {} },
    )
    const ofSession: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body)
    return { tab: tabOf(ofSession), version: capabilities.browserVersion }
  }
  const first = await open()
  await first.tab.close()
  return {
    name: 'WebKitGTK',
    version: first.version,
    open: async () => (await open()).tab,
    async stop() {
      await waitForExit(driver)
      await waitForExit(screen)
      await rm(settings, { recursive: true, force: true })
    },
  }
}

const callTo =
  (url: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(MOST_WAITING_MS),
    })
    const { value } = (await answer.json()) as { value: never }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }

const tabOf = (call: Call): Tab => {
  const run = <Value>(expression: string) =>
    call<Value>('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  return {
    goto: (url) => call('POST', '/url', { url }),
    back: () => run('history.back()'),
    resize: (width, height) => call('POST', '/window/rect', { width, height: height + BAR }),
    escape: () =>
      call('POST', '/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: ESCAPE })),
          },
        ],
      }),
    run,
    async element(expression) {
      const element = await run<Record<string, string> | null>(expression)
      return element && controlOf(call, element[ELEMENT] ?? '')
    },
    close: () => call('DELETE', ''),
  }
}

const controlOf = (call: Call, id: string): Control => {
  // WebDriver scrolls an element only to the edge of the window, where the page's bar at the bottom covers it.
  const center = () => call('POST', '/execute/sync', { script: SCROLL, args: [{ [ELEMENT]: id }] })
  return {
    async click() {
      await center()
      await call('POST', `/element/${id}/click`, {})
    },
    async fill(text) {
      await center()
      await call('POST', `/element/${id}/clear`, {})
      await call('POST', `/element/${id}/value`, { text })
    },
    // The list of options is a window of the desktop, which WebDriver cannot press.
    choose: (value) => call('POST', '/execute/sync', { script: CHOOSE, args: [{ [ELEMENT]: id }, value] }),
  }
}

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program))
      return true
    } catch {
      return false
    }
  })

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? address?.port : undefined
}

async function untilReady(call: Call) {
  for (let tries = 0; tries < 100; tries++) {
    const { ready } = await call<{ ready: boolean }>('GET', '/status').catch(() => ({ ready: false }))
    if (ready) return
    await setTimeout(100)
  }
  throw new Error('WebKitWebDriver does not answer.')
}

async function waitForExit(child: ChildProcess) {
  const exit = once(child, 'exit')
  child.kill()
  await exit
}
