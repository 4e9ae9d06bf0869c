import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { figure, runs } from '#server/testing/torture.ts'
import { worstSteps } from './regexp-steps.ts'

const MEGABYTE = 1_000_000

/** V8 takes about a nanosecond for a step: 50 ms for a megabyte. */
const MOST_STEPS_A_CHARACTER = 50

const mostSteps = (length: number) => length * MOST_STEPS_A_CHARACTER

/** Expressions that only meet shorter texts, and the most characters that those have. */
const LENGTH_LIMITS: Record<string, number> = {
  // The digits of whole dollars.
  [String(/\B(?=(\d{3})+$)/g)]: 16,
  // The line of a first view.
  [String(/\s*\n\s*/g)]: 240,
}

/** Files whose expressions meet only what the shop or its operator wrote. */
const OWN_TEXTS_PATTERN = /^(app\/server\/cli\/.*|server\/(env|platform\/lib\/source-stacks|site\/look-preview))\.ts$/

/** The regular expressions in the sources of the shop, by how they are written, with one place of each. */
function expressionsIn(files: string[]): Map<string, { expression: RegExp; place: string }> {
  const expressions = new Map<string, { expression: RegExp; place: string }>()
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    const { program } = parseSync(file, source)
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const expression = new RegExp(node.regex.pattern, node.regex.flags)
        const place = `${file}:${source.slice(0, node.start).split('\n').length}`
        expressions.set(String(expression), { expression, place })
      },
    }).visit(program)
  }
  return expressions
}

test.for([
  [/\s*(USD|US\$)\s*$/i, false],
  [/\s*[A-Z]{3}$/, false],
  [/(a+)+$/, false],
  [/<[^>]*>/g, false],
  [/^\s*(USD|US\$)\s*$/i, true],
  [/(?<=^|;)(?=[ "]*=)/g, true],
  [/^[\w-]+:(?!\d)/, true],
] as const)('%s stays below the limit of steps for a long text: %s', ([expression, isBelow]) => {
  const length = 100_000
  expect(worstSteps(expression, length, mostSteps(length)).steps < mostSteps(length)).toBe(isBelow)
})

test('no expression takes more than 50 ms for a megabyte of hostile text', {
  tags: ['Q16'],
  timeout: 900_000,
}, ({ task }) => {
  const files = globSync('{app,contract,features,server,web}/**/*.{ts,tsx}')
  const shop = files.filter((file) => !/\/testing\/|\.test\.tsx?$/.test(file) && !OWN_TEXTS_PATTERN.test(file))
  const expressions = expressionsIn(shop)
  expressions.set(String(z.regexes.email), { expression: z.regexes.email, place: 'zod' })
  let most = { steps: 0, written: '' }
  const slow = [...expressions].flatMap(([source, { expression, place }]) => {
    const length = Math.min(LENGTH_LIMITS[source] ?? MEGABYTE, runs(30_000, MEGABYTE))
    const limit = LENGTH_LIMITS[source] === undefined ? mostSteps(length) : mostSteps(MEGABYTE)
    const { steps, text } = worstSteps(expression, length, limit)
    if (steps > most.steps) most = { steps, written: source }
    return steps < limit ? [] : [`${place} ${source} at ${JSON.stringify(text)}`]
  })
  expect(slow).toEqual([])
  expect(Object.keys(LENGTH_LIMITS).filter((source) => !expressions.has(source))).toEqual([])
  figure(task, `${expressions.size} expressions; the worst takes ${most.steps} steps: ${most.written}`)
})
