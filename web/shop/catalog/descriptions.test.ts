import { expect, test } from 'vitest'
import { paragraphsOf } from '#contract/descriptions.ts'
import { foldedDescription, summaryOf } from './descriptions.ts'

test.for([
  ['plain text stays', 'A mug.', ['A mug.']],
  ['nothing is no paragraph', '', []],
  ['empty paragraphs are none', '<p> </p><p>&nbsp;</p>', []],
  ['paragraphs are separate', '<p>A mug.</p><p>Holds 12 oz.</p>', ['A mug.', 'Holds 12 oz.']],
  ['italics and bold lose their marks, not their words', '<p>So <i>very</i> <b>blue</b>.</p>', ['So very blue.']],
  ['a line break starts a line', 'one<br>two<br/>three<BR />four', ['one', 'two', 'three', 'four']],
  ['list items are lines', '<ul><li>cup</li><li>lid</li></ul>', ['cup', 'lid']],
  ['attributes go with their tag', '<p class="x" onclick="steal()">Safe</p>', ['Safe']],
  ['a comment that never ends hides the rest, as in a browser', 'before<!-- after', ['before']],
  ['comments go', 'before<!-- <p>hidden</p> -->after', ['beforeafter']],
  ['entities are decoded', 'Salt &amp; pepper &#8211; 2&quot; &#x2014; &rsquo;', ['Salt & pepper – 2" — ’']],
  ['each entity once', '&amp;lt;b&amp;gt;', ['&lt;b&gt;']],
  [
    'what looks like markup when decoded is text',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    ['<script>alert(1)</script>'],
  ],
  ['a lone less-than is text', 'height < 5 in, width > 2 in', ['height < 5 in, width > 2 in']],
  ['unknown and impossible entities stay', '&nope; &#0; &#1114112; &#xD800;', ['&nope; &#0; &#1114112; &#xD800;']],
  ['white space closes up', '<p>  a \n\t b  </p>', ['a b']],
] as const)('%s', ([, markup, paragraphs]) => {
  expect(paragraphsOf(markup)).toEqual(paragraphs)
})

test.for(['<a', '<!--', '<', '&', ' <p', 'a'])('%j repeated many times is parsed quickly', (part) => {
  expect(paragraphsOf(`<p>${part.repeat(100_000)}`).length).toBeLessThanOrEqual(1)
})

test('the short description for search engines ends after a whole word', () => {
  const summary = summaryOf(`<p>${'wildflower '.repeat(40)}</p>`)
  expect(summary.length).toBeLessThanOrEqual(156)
  expect(summary).toMatch(/wildflower…$/)
})

const SENTENCE = 'It was thrown on the wheel and glazed by hand in green. '
const sentences = (count: number) => SENTENCE.repeat(count).trim()

test.for([
  ['nothing', [], 0],
  ['a short text', [sentences(3)], 1],
  ['a text that is a little too long', [sentences(7)], 1],
  ['a short list', ['cup', 'lid', 'saucer'], 3],
] as const)('%s is shown whole', ([, paragraphs, count]) => {
  const parts = foldedDescription([...paragraphs])
  expect(parts).toEqual({ shown: paragraphs, rest: [] })
  expect(parts.shown).toHaveLength(count)
})

test.for([
  ['after a paragraph', [sentences(5), 'x'.repeat(400)], [sentences(5)]],
  ['after a sentence', [sentences(12)], [sentences(5)]],
  ['after a word when no sentence ends', ['wildflower '.repeat(60).trim()], ['wildflower '.repeat(29).trim()]],
  ['after the lines of a list', Array.from({ length: 40 }, () => 'a cup'), Array.from({ length: 8 }, () => 'a cup')],
] as const)('a long text is folded %s, and nothing of it is lost', ([, paragraphs, expectedParts]) => {
  const { shown, rest } = foldedDescription([...paragraphs])
  expect(shown).toEqual(expectedParts)
  expect([...shown, ...rest].join(' ')).toBe(paragraphs.join(' '))
})
