import { globSync, readFileSync } from 'node:fs'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

/** Files that hold texts for people or the shop's own data, and files whose texts no person reads. */
const TEXTS_PATTERN =
  /^contract\/calls\/|\/(texts|testing|simulator)\/|\/(([a-z]+-)?texts|calls|messages|addresses|defaults|log-serializers)\.ts$|\.test\.tsx?$/
/** Attributes whose value a person reads or hears. */
const SPOKEN_PATTERN = /^(alt|title|label|placeholder|aria-label|aria-description|aria-roledescription)$/
/** Methods whose texts are for programmers: schemas in the API documentation, and the log. */
const DOCUMENTED_PATTERN = /^(describe|meta|log|debug|info|warn|error)$/
/** A word, not a URL. */
const WORD_PATTERN = /\p{L}{3,}(?![\p{L}:/])/u
/** Two words, the first with a capital letter: not a class name, a path of an icon, SQL or an identifier. */
const SENTENCE_PATTERN = /^\s*(I|\p{Lu}[\p{Ll}’']*),? (…[^\p{L}]*)?\p{L}/u

const nameOf = (node: Node): string => {
  if (node.type === 'MemberExpression') return nameOf(node.object)
  return node.type === 'Identifier' || node.type === 'JSXIdentifier' ? node.name : ''
}

/** The texts in a source that a person would read, as `line: text`. */
function sentencesIn(file: string, source: string): string[] {
  const isServer = /^((app\/)?server|features\/[^/]+\/server)\//.test(file)
  const sentences = new Set<string>()
  /** The ends of nodes whose texts nobody reads: errors for programmers, the log, types. */
  let unreadEnd = 0
  /** The end of the node whose texts a caller of the API reads. */
  let answerEnd = 0
  const add = (at: number, text: string) => sentences.add(`${source.slice(0, at).split('\n').length}: ${text.trim()}`)
  const literal = (at: number, text: string) => {
    if (at >= unreadEnd && SENTENCE_PATTERN.test(text) && (!isServer || at < answerEnd)) add(at, text)
  }
  const { program, errors } = parseSync(file, source)
  expect(errors, file).toEqual([])
  new Visitor({
    NewExpression({ callee, end }) {
      if (nameOf(callee) === 'Error') unreadEnd = Math.max(unreadEnd, end)
      if (nameOf(callee) === 'AppError') answerEnd = Math.max(answerEnd, end)
    },
    Property({ key, end }) {
      if (nameOf(key) === 'message') answerEnd = Math.max(answerEnd, end)
    },
    CallExpression({ callee, end }) {
      const method = callee.type === 'MemberExpression' ? nameOf(callee.property) : ''
      if (nameOf(callee) === 'console' || DOCUMENTED_PATTERN.test(method)) unreadEnd = Math.max(unreadEnd, end)
    },
    JSXText: ({ start, value }) => void (WORD_PATTERN.test(value) && add(start, value)),
    JSXAttribute({ name, value }) {
      if (value?.type === 'Literal' && SPOKEN_PATTERN.test(nameOf(name)) && WORD_PATTERN.test(String(value.value)))
        add(value.start, String(value.value))
    },
    Literal: ({ start, value }) => void (typeof value === 'string' && literal(start, value)),
    TemplateLiteral: ({ start, quasis }) => literal(start, quasis.map(({ value }) => value.cooked).join('…')),
  }).visit(program)
  return [...sentences]
}

test('a sentence outside of the text files is found', () => {
  const page = `const a = <p className="Px-4 two">
    Hello</p>; <img alt="A pen" title={t} />; f('Add to Cart', \`Only \${n} left\`); throw new Error('No such page')`
  expect(sentencesIn('web/Page.tsx', page)).toEqual(['1: Hello', '2: A pen', '2: Add to Cart', '2: Only … left'])
  const route = `throw new AppError('gone', 'It is gone'); const sql = 'Select nothing'`
  expect(sentencesIn('server/routes.ts', route)).toEqual(['1: It is gone'])
})

test('all sentences for people stand in the text files', () => {
  const files = globSync('{app,contract,features,server,web}/**/*.{ts,tsx}').filter((file) => !TEXTS_PATTERN.test(file))
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => sentencesIn(file, readFileSync(file, 'utf8')).map((one) => `${file}:${one}`))).toEqual(
    [],
  )
})
