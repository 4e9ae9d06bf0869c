// Measures the code as a table: `npm run lab -- measure`. The bands come from well-kept open-source shops and applications.
// Measures that need a reader's judgment (how many files a task opens, whether names say enough) are not here.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { nameCounts } from '#scripts/names.ts'

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type File = { path: string; text: string; lines: number }

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

const files: File[] = git('ls-files', '*.ts', '*.tsx')
  .split('\n')
  // Without this file, which names the private words.
  .filter((path) => path && !path.endsWith('.d.ts') && path !== 'lab/measure.ts')
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, lines: text.split('\n').length - 1 }
  })
const isTest = ({ path }: File) => /\.(test|spec)\.tsx?$|\/testing\/|^(e2e|torture)\//.test(path)
const sources = files.filter((file) => !isTest(file))
const tests = files.filter(isTest)
const linesOf = (those: File[]) => those.reduce((sum, { lines }) => sum + lines, 0)
const sourceText = sources.map(({ text }) => text).join('\n')
const testText = tests.map(({ text }) => text).join('\n')
const countIn = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

function quantiles(numbers: number[]) {
  const ascending = numbers.toSorted((a, b) => a - b)
  const at = (part: number) => ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? 0
  return { median: at(0.5), p90: at(0.9), most: ascending.at(-1) ?? 0 }
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') yield value as Node
    for (const child of Object.values(value)) if (typeof child === 'object') yield* nodesIn(child)
  }
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The counts of one file, from its syntax tree and its comments. */
function countsOf({ path, text }: File) {
  const { program, comments } = parseSync(path, text)
  const nodes = [...nodesIn(program)]
  const linesIn = ({ start, end }: { start: number; end: number }) => text.slice(start, end).split('\n').length
  const exportedFunctions = (program.body as unknown as Node[]).filter(
    ({ type, declaration }) =>
      type === 'ExportNamedDeclaration' && FUNCTIONS.has(functionOf(declaration as Node | null)?.type ?? ''),
  )
  const isDocumented = ({ start }: Node) =>
    comments.some(({ type, value, end }) => type === 'Block' && value.startsWith('*') && !text.slice(end, start).trim())
  const throwStatements = nodes.filter(({ type }) => type === 'ThrowStatement')
  return {
    functions: nodes.filter(({ type }) => FUNCTIONS.has(type)).map(linesIn),
    commentLines: comments.reduce((sum, comment) => sum + linesIn(comment), 0),
    exported: exportedFunctions.length,
    documented: exportedFunctions.filter(isDocumented).length,
    classes: nodes.filter(({ type }) => type === 'ClassDeclaration').length,
    anys: nodes.filter(({ type }) => type === 'TSAnyKeyword').length,
    bareErrors: throwStatements.filter(({ start, end }) => /^throw new Error\(/.test(text.slice(start, end))).length,
    throws: throwStatements.length,
  }
}

function functionOf(declaration: Node | null): Node | undefined {
  if (!declaration || FUNCTIONS.has(declaration.type)) return declaration ?? undefined
  const [first] = (declaration.declarations ?? []) as { init?: Node }[]
  return first?.init
}

const counts = sources.map((file) => ({ path: file.path, ...countsOf(file) }))
const serverCounts = counts.filter(({ path }) => /^(app\/)?server\//.test(path))
const total = (name: Exclude<keyof (typeof counts)[number], 'functions' | 'path'>, those = counts) =>
  those.reduce((sum, count) => sum + count[name], 0)
const fileLines = quantiles(sources.map(({ lines }) => lines))
const functionLines = quantiles(counts.flatMap(({ functions }) => functions))
const share = (part: number, all: number) => Math.round((part / all) * 1000) / 10
const ratio = (part: number, all: number) => Math.round((part / all) * 100) / 100
const thousands = linesOf(sources) / 1000
const subjects = git('log', '--format=%s', '-300').trim().split('\n')
const subjectLength = quantiles(subjects.map(({ length }) => length)).median
const bodies = git('log', '--format=%b%x00', '-300').split('\0').slice(0, subjects.length)
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }

const byFolder = nameCounts()
const participles = byFolder.reduce((sum, count) => sum + count.participles.length, 0)
const names = byFolder.reduce((sum, count) => sum + count.names, 0)

/** Names from a private vocabulary that the code once had; standard terms have replaced them. */
const PRIVATE_WORDS_PATTERN =
  /\b(Till|keepLine|takeTurns|takeFairTurns|openBreak|announceBoot|BOOT_ID|answerKeptFirst|sendKept|followHint|openWindow|narrowing|photograph(s|ed)?|colour(s|ed)?)\b/g

const rows: [what: string, value: string | number, band: string, isMet: boolean][] = [
  ['lines of a file: median', fileLines.median, '30 to 60', fileLines.median >= 30 && fileLines.median <= 60],
  ['lines of a file: 90 %', fileLines.p90, 'under 200', fileLines.p90 < 200],
  ['lines of a file: most', fileLines.most, 'under 400', fileLines.most < 400],
  ['lines of a function: median', functionLines.median, 'under 10', functionLines.median < 10],
  ['lines of a function: 90 %', functionLines.p90, 'under 40', functionLines.p90 < 40],
  ...percent(
    'errors of the server with a code',
    total('throws', serverCounts) - total('bareErrors', serverCounts),
    total('throws', serverCounts),
    95,
    100,
  ),
  [
    'test lines per source line',
    ratio(linesOf(tests), linesOf(sources)),
    '0.8 to 1.3',
    inBand(linesOf(tests) / linesOf(sources), 0.8, 1.3),
  ],
  ['mocks in tests', countIn(testText, /\bvi\.(mock|spyOn)\(/g), '0', !/\bvi\.(mock|spyOn)\(/.test(testText)],
  ...percent('lines of comments', total('commentLines'), linesOf(sources), 4, 12),
  ...percent('exported functions with a comment', total('documented'), total('exported'), 95, 100),
  ['any per 1,000 lines', ratio(total('anys'), thousands), '0', total('anys') === 0],
  ['TODO and FIXME', countIn(sourceText, /\b(TODO|FIXME)\b/g), '0', !/\b(TODO|FIXME)\b/.test(sourceText)],
  ['export *', countIn(sourceText, /^export \* /gm), '0', !/^export \* /m.test(sourceText)],
  ['classes', total('classes'), 'at most 5', total('classes') <= 5],
  ['runtime dependencies', Object.keys(dependencies).length, 'under 30', Object.keys(dependencies).length < 30],
  ['files in the root of server/', rootFiles(), 'at most 6', rootFiles() <= 6],
  ...percent('names that are a bare participle', participles, names, 0, 2),
  ['private words', countIn(sourceText, PRIVATE_WORDS_PATTERN), '0', countIn(sourceText, PRIVATE_WORDS_PATTERN) === 0],
  ['characters of a commit subject: median', subjectLength, 'under 55', subjectLength < 55],
  ...percent('commits with a reason', bodies.filter((body) => body.trim()).length, subjects.length, 50, 100),
]

function inBand(value: number, least: number, most: number) {
  return value >= least && value <= most
}

function percent(what: string, part: number, all: number, least: number, most: number): typeof rows {
  const value = share(part, all)
  return [[`${what} (%)`, value, `${least} to ${most}`, inBand(value, least, most)]]
}

function rootFiles() {
  return sources.filter(({ path }) => /^server\/[^/]+$/.test(path)).length
}

console.log(
  `${sources.length} source files with ${linesOf(sources)} lines, ${tests.length} test files with ${linesOf(tests)} lines\n`,
)
for (const [what, value, band, isMet] of rows)
  console.log(`${isMet ? '✓' : '✗'} ${what.padEnd(44)} ${String(value).padStart(8)}   ${band}`)
console.log('\nbare participles, the folders with the most')
for (const { folder, names, participles } of byFolder.slice(0, 8))
  console.log(`  ${folder.padEnd(44)} ${String(participles.length).padStart(8)}   of ${names}`)
process.exitCode = rows.every(([, , , isMet]) => isMet) ? 0 : 1
