import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { AXES_MAX, CHOICES_MAX, VALUES_MAX } from '#contract/admin/choices.ts'
import { MOST_COLLECTIONS, MOST_IN_COLLECTION } from '#contract/admin/collections.ts'
import { BODY_MAX } from '#contract/admin/text-pages.ts'
import { PHOTO_MAX_BYTES, PHOTOS_PER_UPLOAD } from '#contract/admin/uploads.ts'
import { DEFAULT_RATES, FEATURED_LIMIT, PAGE_SIZE } from '#contract/defaults.ts'
import { SHOWN_REVIEWS } from '#contract/history.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/passwords.ts'
import { QUESTIONS_MAX } from '#contract/questions.ts'
import { MOST_IN_DROP, TAKE_UP_SECONDS } from '#features/drops/contract.ts'
import { LINE_OPENS_MINUTES } from '#features/drops/line.ts'
import { DROP_POLICIES } from '#features/drops/server/rate-limits.ts'
import { anchorOf } from '#features/shop-check/server/guide.ts'
import { LAB_ONLY, ROWS } from '#lab/torture/rows.ts'
import { SETTING_NAMES } from '#server/env.ts'
import { HEIC_MAX_PIXELS } from '#server/platform/media/heic.ts'
import { MOST_FOUND, MOST_OF_MANY } from '#server/shop/catalog/search.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { configurationPage, describedExample, EXAMPLE, PAGE } from './configuration.ts'

const DOCS = globSync(['*.md', 'docs/**/*.md', 'lab/*.md', 'lab/reports/*.md']).filter(
  (file) => file !== 'CHANGELOG.md',
)
const FILES = globSync(
  ['*', '{app,contract,demo,deploy,docs,e2e,features,lab,scripts,server,web}/**/*', '.github/**/*'],
  {
    exclude: ['lab/node_modules'],
  },
)
/** Every path and every end of one, so that a document may name a file of a feature by its place in the feature. */
const NAMES = new Set(FILES.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(index).join('/'))))
/** A file or folder of the repository, in backticks: `server/env.ts`, `web/texts/`, `errors.ts`. */
const PATH_PATTERN =
  /^(app|contract|demo|deploy|docs|e2e|features|lab|scripts|server|web)\/[\w./-]*$|^(?!\.\/)[\w./-]+\.(tsx?|mjs|md|css)$/

test.for(DOCS)('%s names files that exist', (file) => {
  const names = [...readFileSync(file, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  // The style guide has names of imaginary files as examples.
  const paths = names.filter((name) => PATH_PATTERN.test(name) && (name.includes('/') || file !== 'docs/style.md'))
  const missing = paths.filter((name) => !existsSync(name) && !NAMES.has(name))
  expect(missing).toEqual([])
})

test.for(DOCS)('the links of %s lead somewhere', (file) => {
  const brokenLinks = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^https?:/.test(link)) return []
    const [path = '', anchor] = link.split('#')
    const target = path ? join(dirname(file), path) : file
    if (!existsSync(target)) return [link]
    if (!anchor) return []
    const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      anchorOf(heading),
    )
    return headings.includes(anchor) ? [] : [link]
  })
  expect(brokenLinks).toEqual([])
})

test('comments name files that exist', () => {
  const sources = FILES.filter((file) => /\.(tsx?|mjs)$/.test(file))
  const missing = sources.flatMap((file) => {
    const comments = readFileSync(file, 'utf8').match(/^\s*(\/\/|\/?\*).*$/gm) ?? []
    const named = [...comments.join('\n').matchAll(/(?<![\w./-])[\w/.-]+\.(tsx?|mjs|md)\b/g)].map(([name]) => name)
    return named.filter((name) => !NAMES.has(name)).map((name) => [file, name])
  })
  expect(missing).toEqual([])
})

test('every command and every laboratory runs a file that exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = Object.values(scripts).flatMap((line) => /\bnode (?:--\S+ )*(\S+)/.exec(line)?.[1] ?? [])
  const laboratories = [...readFileSync('lab/main.ts', 'utf8').matchAll(/file: '([^']+)'/g)].map(
    ([, file]) => `lab/${file}`,
  )
  expect([commands.length > 10, laboratories.length > 5]).toEqual([true, true])
  expect([...commands, ...laboratories].filter((file) => !FILES.includes(file))).toEqual([])
})

test('the table of the configuration and the comments of the settings file are those of server/env.ts', () => {
  const example = readFileSync(EXAMPLE, 'utf8')
  expect(example).toBe(describedExample(example))
  expect(readFileSync(PAGE, 'utf8')).toBe(configurationPage(example))
})

test('every setting has a sentence', () => {
  const rows = new Set(readFileSync(PAGE, 'utf8').match(/(?<=^\| `)\w+(?=` \| .* \| \S.*[.;)] \|$)/gm))
  expect(SETTING_NAMES.filter((name) => !rows.has(name))).toEqual([])
})

const RULES: [rule: RegExp, ...figures: number[]][] = [
  [/(\d+) products a page/, PAGE_SIZE],
  [/an admin's list has (\d+) rows/, ADMIN_PAGE_SIZE],
  [/Featured products are (\d+) at most/, FEATURED_LIMIT],
  [/At most (\d+) collections, with (\d+) products each/, MOST_COLLECTIONS, MOST_IN_COLLECTION],
  [/A search finds at most ([\d,]+) products, or (\d+) where/, MOST_FOUND, MOST_OF_MANY],
  [/one to (three) axes: at most (\d+) of them, with (\d+) values/, AXES_MAX, CHOICES_MAX, VALUES_MAX],
  [/at most (\d+) questions/, QUESTIONS_MAX],
  [/of at most (\d+) MB and/, PHOTO_MAX_BYTES / 2 ** 20],
  [/\(an HEIC (\d+)\), at most (\d+) in one upload/, HEIC_MAX_PIXELS / 1e6, PHOTOS_PER_UPLOAD],
  [/The newest (\d+) of a product are shown/, SHOWN_REVIEWS],
  [/pages of at most ([\d,]+) characters/, BODY_MAX],
  [/up to (\d+) products without choices/, MOST_IN_DROP],
  [/Tickets are given from (\d+) minutes/, LINE_OPENS_MINUTES],
  [/one to a browser; after (\d+) an hour/, DROP_POLICIES.uncheckedTicket.per.address.most],
  [/An admission has (\d+) seconds/, TAKE_UP_SECONDS],
  [/\$([\d.]+) for one item and \$([\d.]+)/, DEFAULT_RATES.shippingOne / 100, DEFAULT_RATES.shippingMore / 100],
  [/tax is ([\d.]+) %/, DEFAULT_RATES.tax / 100],
  [/places at most (\d+) orders an hour/, POLICIES.order.per.account.most],
  [/A password has (\d+) to (\d+) characters/, PASSWORD_MIN, PASSWORD_MAX],
  [
    /after (\d+) failures for an account or (\d+) for a network/,
    POLICIES.uncheckedSignIn.per.account.most,
    POLICIES.uncheckedSignIn.per.address.most,
  ],
  [
    /after (\d+) declined cards, and all of them after (\d+) declines/,
    POLICIES.uncheckedPayment.per.account.most,
    POLICIES.uncheckedPayment.per.shop.most,
  ],
]

test.for(RULES)('docs/product.md says what the code does: %s', ([rule, ...figures]) => {
  const [, ...limits] = rule.exec(readFileSync('docs/product.md', 'utf8')) ?? []
  expect(limits.map((figure) => (figure === 'three' ? 3 : Number(figure.replaceAll(',', ''))))).toEqual(figures)
})

const FIGURE_PATTERN = /(?<![\w.,])\d[\d,]*(\.\d+)?(?!\w)/g
const ROW_NAME_PATTERN = /[A-Z]\d+/g

/** The numbers of a text, but for those within links. */
const figuresIn = (text: string) =>
  (text.replaceAll(/(?<=\]\()[^)]*/g, '').match(FIGURE_PATTERN) ?? []).map((figure) =>
    Number(figure.replaceAll(',', '')),
  )

test('every figure of the promises stands in a report, and that of a row in the row of that name', () => {
  const reports = globSync('lab/reports/*.md').map((file) => readFileSync(file, 'utf8'))
  const rows = new Map(
    [...reports.join('\n').matchAll(/^\| ([A-Z]\d+) \|.*$/gm)].map(([line, name = '']) => [name, line]),
  )
  const allFigures = new Set([Object.keys(ROWS).length, ...figuresIn(reports.join('\n'))])
  const unprovenFigures = readFileSync('docs/promises.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const lastCell = line.match(/(?<=\| )[A-Z]\d+[^|]*(?= \|$)/)?.[0] ?? ''
      const proofs = lastCell.match(ROW_NAME_PATTERN)?.map((name) => rows.get(name))
      const reportFigures = proofs ? new Set(figuresIn(proofs.join('\n'))) : allFigures
      return figuresIn(line)
        .filter((figure) => !reportFigures.has(figure))
        .map((figure) => `${figure}: ${line}`)
    })
  expect(unprovenFigures).toEqual([])
})

test('the versions of the shop and of its Node are the same wherever they stand', () => {
  const { version, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  expect([newest, lock.version, lock.packages[''].version]).toEqual([version, version, version])
  const nodes = Object.entries<string>(optionalDependencies).filter(([name]) => /^node-/.test(name))
  expect([...new Set(nodes.map(([, node]) => node))]).toEqual([readFileSync('.node-version', 'utf8').trim()])
})

test('each fault and attack has one row of the report', () => {
  const report = readFileSync('lab/reports/reliability.md', 'utf8')
  const names = [...report.matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, name]) => name)
  expect(names.sort()).toEqual(Object.keys(ROWS).sort())
})

test('the report names the faults and attacks that run in the laboratory alone', () => {
  const textOf = (files: string[]) => files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const isIn = (text: string) => (row: string) => new RegExp(`['@]${row}\\b`).test(text)
  const testFiles = FILES.filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !LAB_ONLY.includes(file))
  const [isInLaboratory, isInAllTests] = [isIn(textOf(LAB_ONLY)), isIn(textOf(testFiles))]
  const rows = Object.keys(ROWS).filter((row) => isInLaboratory(row) && !isInAllTests(row))
  const [, namedRows = ''] =
    /need little time\. (.*) run in the laboratory alone/.exec(textOf(['lab/reports/reliability.md'])) ?? []
  expect(namedRows.split(/, | and /)).toEqual(rows.toSorted(new Intl.Collator('en', { numeric: true }).compare))
})

test.for([
  ['README.md', 600],
  ['docs/architecture.md', 900],
  ['{README,CONTRIBUTING,docs/**/*}.md', 26_000],
] as const)('%s has at most %i words', ([documents, most]) => {
  const words = globSync(documents).flatMap((file) => readFileSync(file, 'utf8').split(/\s+/).filter(Boolean))
  expect(words.length).toBeLessThanOrEqual(most)
})
