import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { AXE, WCAG } from '#e2e/accessibility.ts'
import { isHydrated } from '#e2e/scripts.ts'
import type { Control, Tab } from './tab.ts'

const MOST_WAITING_MS = 15_000
const BETWEEN_TRIES_MS = 100

const { resolve } = createRequire(import.meta.url)
const QUERIES = readFileSync(resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8')

/** A name or a text: as it stands, or matched. */
type Words = string | RegExp

/** Where to look on a page, as a CSS selector. */
type Within = string | undefined

export type Page = ReturnType<typeof pageOf>

/** What a shopper does and sees in a tab of a shop. Elements are found by role, label or text, and waited for. */
export function pageOf(tab: Tab, shopUrl: string) {
  const byRole = (role: string, name: Words, within: Within) =>
    `queryAllByRole(${scope(within)}, '${role}', { name: ${inScript(name)} })[0] ?? null`
  const byLabel = (label: Words, within: Within) =>
    `queryAllByLabelText(${scope(within)}, ${inScript(label)})[0] ?? null`

  async function find(query: string) {
    if (await tab.run('typeof TestingLibraryDom === "undefined"')) await tab.run(asExpression(QUERIES))
    return tab.element(`TestingLibraryDom.${query}`)
  }
  const see = (query: string) => eventually(query, async () => (await find(query)) !== null)
  const use = (query: string, action: (control: Control) => Promise<unknown>) =>
    eventually(query, async () => {
      const control = await find(query)
      if (control) await action(control)
      return control !== null
    })

  return {
    run: tab.run,
    resize: tab.resize,
    escape: tab.escape,
    back: tab.back,
    open: (path: string) =>
      eventually(path, async () => {
        await tab.goto(shopUrl + path)
        return true
      }),
    async press(role: string, name: Words, within?: Within) {
      const button = byRole(role, name, within)
      await see(button)
      // A driver clicks where the element was when it looked: a dialog that slides in has moved on by then.
      await animationsEnd(tab)
      await use(button, (element) => element.click())
    },
    fill: (label: Words, text: string, within?: Within) => use(byLabel(label, within), (field) => field.fill(text)),
    choose: (label: Words, value: string) => use(byLabel(label, 'main'), (select) => select.choose(value)),
    see: (role: string, name: Words, within?: Within) => see(byRole(role, name, within)),
    /** Waits until an expression in the page has that value. */
    until: (expression: string, value: unknown) =>
      eventually(`${expression} is ${value}`, async () => (await tab.run(expression)) === value),
    /** Waits until React has hydrated the page. */
    hydrated: () => eventually('hydration', () => tab.run(`(${isHydrated})()`)),
    seeText: (text: Words) =>
      eventually(String(text), () => tab.run(`${inScript(text)}.test(document.body.innerText)`)),
    arrive: (path: RegExp) =>
      eventually(`address ${path}`, () => tab.run(`${path}.test(location.pathname + location.search)`)),
    expectAccessible: () => expectAccessible(tab),
  }
}

const scope = (within = 'body') => `document.querySelector(${JSON.stringify(within)}) ?? document.createElement('i')`

const inScript = (words: Words) => (typeof words === 'string' ? JSON.stringify(words) : String(words))

/** Drivers take a script's last value or an expression; this is both. */
const asExpression = (source: string) => `(() => { ${source}\n;return true })()`

/** Repeats until it holds: a page may be loading, or be replaced in between. */
async function eventually(what: string, holds: () => Promise<boolean>) {
  const deadline = Date.now() + MOST_WAITING_MS
  let problem = ''
  while (Date.now() < deadline) {
    try {
      if (await holds()) return
    } catch (error) {
      problem = ` (${(error as Error).message})`
    }
    await setTimeout(BETWEEN_TRIES_MS)
  }
  throw new Error(`Not within ${MOST_WAITING_MS / 1_000} s: ${what}${problem}`)
}

/** Waits until the finite animations of the page have ended. */
const animationsEnd = (tab: Tab) =>
  eventually('animations end', () =>
    tab.run(`document.getAnimations().every(({ playState, effect }) =>
      playState !== 'running' || !Number.isFinite(effect?.getComputedTiming().endTime))`),
  )

type Violation = { id: string; nodes: { html: string }[] }

/** Throws with what axe finds on the page, once its finite animations have ended. */
async function expectAccessible(tab: Tab) {
  // Content that is laid out only near the viewport has no sizes and colors before.
  await tab.run(
    `document.querySelectorAll('.below-fold').forEach((part) => { part.style.contentVisibility = 'visible' })`,
  )
  await animationsEnd(tab)
  await tab.run(asExpression(AXE))
  const { violations } = await tab.run<{ violations: Violation[] }>(
    `axe.run({ resultTypes: ['violations'], runOnly: ${JSON.stringify(WCAG)} }).then(({ violations }) =>
      ({ violations: violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })) }))`,
  )
  if (violations.length > 0) throw new Error(`axe: ${JSON.stringify(violations).slice(0, 600)}`)
}
