import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'

/** The rules of axe that every page meets. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * axe, minified: it is sent to the browser and compiled for every page that is checked. Its few characters beyond ASCII
 * are escaped, because with them the browser stores and scans all of it in two bytes per character.
 */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replaceAll(
  /[\u0080-\uffff]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

/** What axe finds on the page and in its frames that run scripts: each rule with its elements. */
export async function violationsOf(page: Page): Promise<string[]> {
  for (const frame of page.frames()) await addAxe(frame)
  const options: RunOptions = { runOnly: WCAG, resultTypes: ['violations'] }
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: { run: typeof run } }).axe.run(options),
    options,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

const MOST_LOADS = 3

/** Adds axe to a frame; again when the frame loads another document meanwhile, as a preview does. */
async function addAxe(frame: Frame) {
  for (let loads = 1; ; loads++) {
    try {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
      return
    } catch (error) {
      if (loads === MOST_LOADS || !String(error).includes('context was destroyed')) throw error
      await frame.waitForLoadState()
    }
  }
}
