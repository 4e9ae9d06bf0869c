import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BODY_MAX, bodyProblem, gapsIn } from '#contract/admin/text-pages.ts'
import { PageBlock } from '#contract/text-pages.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { allowedHref, parseMarkdown } from './markdown.ts'

const ID = '0198a0f2-7c1e-7000-8000-0000000000a1'
const LOCATION = `/images/${ID}.jpg`
const PHOTOS = new Map([
  [LOCATION, { Location: LOCATION, width: 1200, height: 900, placeholder: 'data:image/webp;base64,AA==' }],
])
const blocksOf = (markdown: string) => parseMarkdown(markdown, PHOTOS).blocks

const text = (words: string) => ({ type: 'text', text: words })
const p = (words: string) => ({ type: 'p', children: [text(words)] })

test.for<[what: string, markdown: string, blocks: object[]]>([
  [
    'headings',
    '# One\n## Two\n### Three\n###### Six',
    [
      { type: 'h2', children: [text('One')] },
      { type: 'h2', children: [text('Two')] },
      { type: 'h3', children: [text('Three')] },
      { type: 'h3', children: [text('Six')] },
    ],
  ],
  ['lines of a paragraph', 'Mara Keramik\nHill Road 1', [p('Mara Keramik\nHill Road 1')]],
  ['a line above dashes', 'Hello\n---\nthere', [p('Hello'), { type: 'hr' }, p('there')]],
  [
    'emphasis',
    '**bold** and *soft*',
    [
      {
        type: 'p',
        children: [
          { type: 'strong', children: [text('bold')] },
          text(' and '),
          { type: 'em', children: [text('soft')] },
        ],
      },
    ],
  ],
  [
    'lists',
    '- a\n- b\n\n1. c',
    [
      {
        type: 'ul',
        items: [
          { type: 'li', children: [p('a')] },
          { type: 'li', children: [p('b')] },
        ],
      },
      { type: 'ol', items: [{ type: 'li', children: [p('c')] }] },
    ],
  ],
  ['a quote', '> Lovely.', [{ type: 'blockquote', children: [p('Lovely.')] }]],
  ['a link', '[Ask](/contact)', [{ type: 'p', children: [{ type: 'a', href: '/contact', children: [text('Ask')] }] }]],
  [
    'a photo, which stands by itself',
    `Before ![My table](${LOCATION})`,
    [p('Before '), { type: 'photo', photo: { ...PHOTOS.get(LOCATION), alt: 'My table' } }],
  ],
  ['a photo in a heading', `## ![](${LOCATION})`, [{ type: 'photo', photo: { ...PHOTOS.get(LOCATION), alt: '' } }]],
  ['code, which stays text', '    four spaces\n\n`<b>`', [p('four spaces'), p('`<b>`')]],
])('%s', ([, markdown, blocks]) => {
  expect(blocksOf(markdown)).toEqual(blocks)
})

test.for<[address: string, href: string | null]>([
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['HTTPS://Example.com', 'https://example.com/'],
  ['mailto:hello@example.com', 'mailto:hello@example.com'],
  ['tel:+15551234', 'tel:+15551234'],
  ['/contact', '/contact'],
  ['/shop?sort=price#top', '/shop?sort=price#top'],
  ['/a/../../shop', '/shop'],
  ['http://example.com', null],
  ['//example.com', null],
  ['/\\example.com', null],
  ['/\t/example.com', null],
  ['/..//example.com', null],
  ['/.//example.com', null],
  ['/./\\example.com', null],
  ['/a/..//example.com', null],
  ['/%2e//example.com', null],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['java\tscript:alert(1)', null],
  ['\u0001javascript:alert(1)', null],
  ['data:text/html,<script>', null],
  ['vbscript:x', null],
  ['blob:https://example.com/1', null],
  ['file:///etc/passwd', null],
  ['https://', null],
  ['mailto:', null],
  ['shop', null],
  ['?q', null],
  ['#top', null],
  ['', null],
])('a link to %j leads to %j', ([address, href]) => {
  expect(allowedHref(address)).toBe(href)
})

test.for([
  ['How long? [how many days] or [how many  weeks].', ['[how many days]', '[how many  weeks]']],
  ['[a gap] and [a gap]', ['[a gap]', '[a gap]']],
  ['[a link](/contact) and ![a photo](/images/1.jpg)', []],
  ['\\[sic] and [ ] and []', []],
  ['[over\ntwo lines]', []],
] as const)('the gaps of %j are %j', ([body, gaps]) => {
  expect(gapsIn(body)).toEqual(gaps)
})

/** As long as a text may be. */
const long = (part: string) => part.repeat(Math.floor(BODY_MAX / part.length))
const lines = (part: string) =>
  Array.from({ length: 1_000 }, () => part)
    .join('\n')
    .slice(0, BODY_MAX)
const DEEP = 10_000

/** As many marks as a text may have, in a text as long as it may be. */
const marks = (part: string, count: number) => part.repeat(count).padEnd(BODY_MAX, ' a')

/** Hostile texts: refused, or shown by the nodes of contract/text-pages.ts alone. */
const HOSTILE: Record<string, string> = {
  'a script': '<script>alert(1)</script>',
  'a script in a paragraph': 'Hello <script src=//evil.example></script> there',
  'an image with a handler': '<img src=x onerror=alert(1)>',
  'a frame': '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  'an SVG': '<svg/onload=alert(1)>',
  'a style': '<style>body{display:none}</style>',
  'a form': '<form action=https://evil.example><input name=password></form>',
  'a comment that is not closed': '<!-- <p>Hello\n\nthere',
  'a processing instruction': '<?php echo 1 ?>',
  'a declaration': '<!DOCTYPE html><![CDATA[ <b> ]]>',
  'HTML in a list': '- <b onclick=alert(1)>a</b>\n  <div>\n\n  *b*\n  </div>',
  'a javascript link': '[a](javascript:alert(1))',
  'a javascript link in capitals': '[a](JAVASCRIPT:alert(1))',
  'a javascript link by entities': '[a](&#106;avascript&colon;alert&lpar;1&rpar;)',
  'a javascript link by hexadecimal entities': '[a](&#x6A&#x61;vascript:alert(1))',
  'a javascript link with line breaks': '[a](<java&#10;script:alert(1)>)',
  'a javascript link with a title': '[a](javascript:alert(1) "Click me")',
  'a javascript autolink': '<javascript:alert(1)>',
  'a data URL': '[a](data:text/html;base64,PHNjcmlwdD4=) ![b](data:image/svg+xml,<svg/onload=alert(1)>)',
  'a photo from elsewhere': '![a](https://evil.example/pixel.gif)',
  'a photo with a handler in its text': `![" onerror="alert(1)](${LOCATION})`,
  'a photo in a link': `[![a](${LOCATION})](javascript:alert(1))`,
  'a link with quotes': '[a](https://a.example/"onmouseover="alert(1))',
  'a link reference definition': '[a]: javascript:alert(1)\n\n[a] [b][a] ![c][a]',
  'links within links': `${'['.repeat(1000)}a${'](/b)'.repeat(1000)}`,
  'bidirectional marks': '[safe\u202e/moc.elpmaxe.live](https://evil.example) \u2066\u2067\u202d',
  'zero-width characters': 'a\u200b\u200d\ufeff[b\u200b](java\u200bscript:alert(1))',
  'half of a surrogate pair': 'a \ud83d b',
  'a null byte': 'a\0b',
  'a null by an entity': 'a &#0; &#x110000; &#xD800; &notanentity;',
  'control characters': 'a\u0007\u001b[31mb',
  'quotes 10,000 deep': `${'>'.repeat(DEEP)} a`,
  'lists 10,000 deep': `${'- '.repeat(DEEP)}a`,
  'numbered lists, deep': `${'1. '.repeat(DEEP)}a`,
  'lists that indent ever more': Array.from({ length: 100 }, (_, index) => `${'  '.repeat(index)}- a`).join('\n'),
  'emphasis 10,000 deep': `${'*'.repeat(DEEP)}a${'*'.repeat(DEEP)}`,
  'emphasis that opens only': long('*a **b '),
  'underscores that open only': long('_a __b '),
  'emphasis in stars of ever other length': long(`${'*'.repeat(59)}a `),
  'square brackets that open only': long('['),
  'brackets that open and close': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  'links that open only': long('[a]('),
  'links with parentheses that open only': `[a](${'('.repeat(BODY_MAX - 4)}`,
  'photos that open only': long('!['),
  'autolinks that open only': long('<https://a'),
  entities: long('&amp;'),
  ampersands: long('&'),
  backslashes: long('\\'),
  backticks: long('`a``'),
  'a large table': lines('| a | b | c | d |'),
  'a large list': lines('- a'),
  'many headings': lines('# a'),
  'many rules': lines('---'),
  'many paragraphs': lines('a\n'),
  'as much open emphasis as may be': marks('*a **b ', 660),
  'as many open brackets as may be': marks('[', 2_000),
  'as many brackets as may be': marks('['.repeat(1_000) + ']'.repeat(1_000), 1),
  'as many open links as may be': marks('[a](', 1_000),
  'as many open photos as may be': marks('![', 2_000),
  'as many backslashes as may be': marks('\\', 2_000),
  'as many entities as may be': marks('&amp;', 2_000),
  'one megabyte': 'a '.repeat(500_000),
  'one line of spaces': ' '.repeat(BODY_MAX),
  'only line breaks': '\n'.repeat(BODY_MAX),
}

const ALLOWED_NODES = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'hr', 'photo', 'text', 'strong', 'em', 'a']

type Node = { type: string; href?: string; photo?: { Location: string }; children?: Node[]; items?: Node[] }
const nodesIn = (nodes: Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.children ?? []), ...nodesIn(node.items ?? [])])
const depthOf = (nodes: Node[]): number =>
  Math.max(0, ...nodes.map(({ children = [], items = [] }) => 1 + depthOf([...children, ...items])))

/**
 * Fails when a text is neither refused in a sentence nor shown by allowed nodes alone. Returns the CPU time of parsing,
 * in ms.
 */
function expectHarmless(markdown: string) {
  const problem = bodyProblem(markdown)
  if (problem) expect(problem).toMatch(/^[A-Z].*\.$/)
  if (problem) return 0
  const before = process.cpuUsage()
  const { blocks } = parseMarkdown(markdown, PHOTOS)
  const { user, system } = process.cpuUsage(before)
  const nodes = nodesIn(blocks)
  expect(nodes.filter(({ type }) => !ALLOWED_NODES.includes(type))).toEqual([])
  for (const { type, href, photo } of nodes) {
    if (type === 'a') expect(href).toMatch(/^(https:\/\/|mailto:.|tel:.|\/(?![/\\]))/)
    if (photo) expect(photo.Location).toBe(LOCATION)
  }
  expect(depthOf(blocks)).toBeLessThan(25)
  for (const block of blocks) expect(PageBlock.safeParse(block).success).toBe(true)
  return (user + system) / 1_000
}

test.for(Object.entries(HOSTILE))('%s: refused in a sentence, or harmless', { tags: ['X15'] }, ([, markdown]) => {
  expectHarmless(markdown)
})

/**
 * What hostile texts are made of: marks of Markdown, tags, schemes, and characters that parsers treat alike or not at
 * all.
 */
const PARTS = [
  ...[
    '# ',
    '## ',
    '> ',
    '- ',
    '1. ',
    '* ',
    '---',
    '    ',
    '\n',
    '\n\n',
    ' ',
    '\t',
    '**',
    '*',
    '__',
    '_',
    '`',
    '~~~',
    '|',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '](<',
    '>)',
    '<',
    '>',
    '"',
    "'",
    '\\',
    '&',
    ';',
    ':',
    '//',
    '/',
    '/\\',
    '?',
    '#',
    'a',
  ],
  ...[
    '<script>',
    '</script>',
    '<img src=x onerror=',
    '<!--',
    '<b',
    'javascript:',
    'JaVaScript&colon;',
    'data:text/html,',
  ],
  ...['&#106;', '&Tab;', '&NewLine;', '&lt;', 'https://', 'http://', 'mailto:', 'tel:', 'x@y.z', '[a]: ', LOCATION],
  ...['\u202e', '\u200b', '\ufeff', '\u00a0', '\u2028', '\ud83d', '😀', 'é'],
]

test('random texts of hostile parts show no other nodes', { tags: ['X15'], timeout: 300_000 }, ({ task }) => {
  const count = runs(500, 50_000)
  let slowest = 0
  const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 120 }).map((parts) => parts.join(''))
  const check = (markdown: string) => {
    slowest = Math.max(slowest, expectHarmless(markdown))
  }
  fc.assert(fc.property(text, check), { numRuns: count })
  const hostileTexts = Object.values(HOSTILE)
  const longest = Math.max(...hostileTexts.map(expectHarmless))
  figure(
    task,
    `${count} random texts and ${hostileTexts.length} by hand: 0 other nodes; ${Math.round(slowest)} ms of CPU at most, ${Math.round(longest)} ms for those as long as a text may be`,
  )
})

test('links and photos that cannot be shown are named', () => {
  const { blocks, leftOut } = parseMarkdown('[a](http://a.example) ![b](/images/hero.jpg) [c](javascript:x)', PHOTOS)
  expect(leftOut).toEqual(['http://a.example', '/images/hero.jpg', 'javascript:x'])
  expect(JSON.stringify(blocks)).not.toMatch(/example|hero|javascript/)
})
