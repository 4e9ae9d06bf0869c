import { expect, test } from 'vitest'
import { bold, type Edit, heading, italic, link, list, paragraph, photo, type Selected } from './markdown-edits.ts'

/** A text with its selection in angle quotes: `a «b» c`. */
function selected(marked: string): Selected {
  const start = marked.indexOf('«')
  const end = marked.indexOf('»') - 1
  return { text: marked.replace('«', '').replace('»', ''), start, end }
}

function edited(marked: string, edit: (selected: Selected) => Edit) {
  const before = selected(marked)
  const { from, to, by, start, end } = edit(before)
  const text = before.text.slice(0, from) + by + before.text.slice(to)
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`
}

const withMug = (text: Selected) => paragraph(text, '[Mug](/products/mug)')
const withPhoto = (text: Selected) => photo(text, '/images/1.jpg')

test.for<[before: string, edit: (selected: Selected) => Edit, after: string]>([
  ['a\nb «c» d\ne', heading, 'a\n## b c d«»\ne'],
  ['## b«» c', heading, 'b c«»'],
  ['«»', heading, '## «»'],
  ['«a\nb»\nc', list, '«- a\n- b»\nc'],
  ['«- a\n- b»', list, '«a\nb»'],
  ['one «two» three', bold, 'one **«two»** three'],
  ['one **«two»** three', bold, 'one «two» three'],
  ['one« two »three', bold, 'one **«two»** three'],
  ['one «»', italic, 'one *«»*'],
  ['see «here» now', link, 'see [here](«https://») now'],
  ['see «» now', link, 'see [«»](https://) now'],
  ['a «b» c', withMug, 'a b\n\n[Mug](/products/mug)\n\n«» c'],
  ['«»', withMug, '[Mug](/products/mug)\n\n«»'],
  ['«»', withPhoto, '![«»](/images/1.jpg)\n\n'],
  ['a «b» c', withPhoto, 'a b\n\n![«»](/images/1.jpg)\n\n c'],
])('%j', ([before, edit, after]) => {
  expect(edited(before, edit)).toBe(after)
})
