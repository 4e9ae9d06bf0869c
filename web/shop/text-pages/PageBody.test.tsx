import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PageBlock } from '#contract/text-pages.ts'
import { PageBody } from './PageBody.tsx'
import { descriptionOf } from './sections.ts'

const text = (words: string) => [{ type: 'text' as const, text: words }]
const h2 = (words: string): PageBlock => ({ type: 'h2', children: text(words) })
const h3 = (words: string): PageBlock => ({ type: 'h3', children: text(words) })
const p = (words: string): PageBlock => ({ type: 'p', children: text(words) })

/** The markup without classes and icons. */
const markup = (slug: string, blocks: PageBlock[]) =>
  renderToStaticMarkup(<PageBody slug={slug} blocks={blocks} />)
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .replaceAll(/ class="[^"]*"/g, '')
    .replace(/^<div>(.*)<\/div>$/, '$1')

test('a page is its blocks, and its text is escaped', () => {
  const blocks: PageBlock[] = [
    h2('Sizes & shapes'),
    { type: 'ul', items: [{ type: 'li', children: [p('<b>small</b>')] }] },
    { type: 'blockquote', children: [p('Lovely.')] },
    { type: 'hr' },
    { type: 'p', children: [{ type: 'a', href: '/contact', children: [{ type: 'strong', children: text('Ask') }] }] },
  ]
  expect(markup('about', blocks)).toBe(
    '<h2>Sizes &amp; shapes</h2><ul><li><p>&lt;b&gt;small&lt;/b&gt;</p></li></ul>' +
      '<blockquote><p>Lovely.</p></blockquote><hr/><p><a href="/contact"><strong>Ask</strong></a></p>',
  )
})

test('on the page of questions a heading opens its answer', () => {
  expect(markup('faq', [p('Hello.'), h2('Why?'), p('So.'), h2('When?')])).toBe(
    '<p>Hello.</p><details><summary><h2>Why?</h2></summary><div><p>So.</p></div></details>' +
      '<details><summary><h2>When?</h2></summary><div></div></details>',
  )
})

test('under headings of topics the smaller headings are the questions', () => {
  expect(markup('faq', [h2('Orders'), h3('Why?'), p('So.')])).toBe(
    '<h2>Orders</h2><details><summary><h3>Why?</h3></summary><div><p>So.</p></div></details>',
  )
})

test('search engines get the first paragraph, in whole words', () => {
  expect(descriptionOf([h2('Title'), p('Hello\nthere.')])).toBe('Hello there.')
  expect(descriptionOf([h2('Title')])).toBe('')
  expect(descriptionOf([p('word '.repeat(60))])).toMatch(/^(word ){30,}word…$/)
})
