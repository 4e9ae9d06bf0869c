import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const DOCS = globSync(['*.md', 'docs/**/*.md']).filter((file) => file !== 'CHANGELOG.md')
const FILES = globSync([
  '*',
  '{bench,cluster,contract,demo,deploy,docs,e2e,scripts,server,torture,web}/**/*',
  '.github/**/*',
])
const NAMES = new Set(FILES.map((file) => basename(file)))
/** A file or folder of the repository, in backticks: `server/env.ts`, `web/texts/`, `errors.ts`. */
const PATH =
  /^(bench|cluster|contract|demo|deploy|docs|e2e|scripts|server|torture|web)\/[\w./-]*$|^(?!\.\/)[\w./-]+\.(tsx?|mjs|md|css)$/

/** The heading's anchor as on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

test.for(DOCS)('%s names files that exist', (file) => {
  const named = [...readFileSync(file, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  // The style guide has names of imaginary files as examples.
  const paths = named.filter((name) => PATH.test(name) && (name.includes('/') || file !== 'docs/style.md'))
  const missing = paths.filter((name) => !existsSync(name) && !NAMES.has(name))
  expect(missing).toEqual([])
})

test.for(DOCS)('the links of %s lead somewhere', (file) => {
  const broken = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
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
  expect(broken).toEqual([])
})

test('comments name files that exist', () => {
  const sources = FILES.filter((file) => /\.(tsx?|mjs)$/.test(file))
  const missing = sources.flatMap((file) => {
    const comments = readFileSync(file, 'utf8').match(/^\s*(\/\/|\/?\*).*$/gm) ?? []
    const named = [...comments.join('\n').matchAll(/(?<![\w./-])[\w/.-]+\.(tsx?|mjs|md)\b/g)].map(([name]) => name)
    return named
      .filter((name) => !FILES.some((one) => one === name || one.endsWith(`/${name}`)))
      .map((name) => [file, name])
  })
  expect(missing).toEqual([])
})
