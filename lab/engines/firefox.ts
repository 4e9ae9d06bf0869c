import { existsSync } from 'node:fs'
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import type { Control, Engine } from './tab.ts'

const PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** Starts Firefox, driven by WebDriver BiDi; null when there is none. */
export async function startFirefox(): Promise<Engine | null> {
  const executablePath = PATHS.find((path) => existsSync(path))
  if (!executablePath) return null
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  return {
    name: 'Firefox',
    version: (await browser.version()).replace('firefox/', ''),
    stop: () => browser.close(),
    async open() {
      const context = await browser.createBrowserContext()
      let page = await context.newPage()
      // The tab of a page that could not load its scripts may come back as a new one.
      context.on('targetcreated', async (target) => (page = (await target.page()) ?? page))
      return {
        goto: (url) => page.goto(url, { waitUntil: 'domcontentloaded' }),
        back: () => page.goBack({ waitUntil: 'domcontentloaded' }),
        resize: (width, height) => page.setViewport({ width, height }),
        escape: () => page.keyboard.press('Escape'),
        run: (expression) => page.evaluate(expression) as Promise<never>,
        async element(expression) {
          const element = (await page.evaluateHandle(expression)).asElement()
          return element && controlOf(element as ElementHandle<Element>)
        },
        close: () => context.close(),
      }
    },
  }
}

const controlOf = (element: ElementHandle<Element>): Control => ({
  click: () => element.click(),
  async fill(text) {
    await element.evaluate((field) => (field as HTMLInputElement).select())
    await element.type(text)
  },
  choose: (value) => element.select(value),
})
