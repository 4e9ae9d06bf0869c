/** A text with a selection, as a textarea has it. */
export type Selected = { text: string; start: number; end: number }
/** The replacement of a part of the text, and what is selected afterwards. */
export type Edit = { from: number; to: number; by: string; start: number; end: number }

/** Makes the selected lines headings, or plain again. */
export const heading = (selected: Selected) => prefixLines(selected, '## ')

/** Makes the selected lines a list, or plain again. */
export const list = (selected: Selected) => prefixLines(selected, '- ')

export const bold = (selected: Selected) => wrap(selected, '**')
export const italic = (selected: Selected) => wrap(selected, '*')

/** Makes the selected text a link; its address is selected. */
export function link({ text, start, end }: Selected): Edit {
  const by = `[${text.slice(start, end)}](${ADDRESS})`
  const at = start + by.length - 1
  // Without a text, that comes first.
  return start === end
    ? { from: start, to: end, by, start: start + 1, end: start + 1 }
    : { from: start, to: end, by, start: at - ADDRESS.length, end: at }
}
const ADDRESS = 'https://'

/** Adds a photo in a paragraph of its own; the caret stands where its description goes. */
export function photo({ text, end }: Selected, location: string): Edit {
  const before = text.slice(0, end).trimEnd() === '' ? '' : '\n\n'
  const by = `${before}![](${location})\n\n`
  const at = end + before.length + '!['.length
  return { from: end, to: end, by, start: at, end: at }
}

/** Adds text in a paragraph of its own; the caret stands behind it. */
export function paragraph({ text, end }: Selected, added: string): Edit {
  const before = text.slice(0, end).trimEnd() === '' ? '' : '\n\n'
  const by = `${before}${added}\n\n`
  return { from: end, to: end, by, start: end + by.length, end: end + by.length }
}

function prefixLines({ text, start, end }: Selected, prefix: string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isOn = lines.every((line) => line.startsWith(prefix))
  const by = lines.map((line) => (isOn ? line.slice(prefix.length) : `${prefix}${line}`)).join('\n')
  const caret = from + by.length
  return { from, to, by, start: lines.length > 1 ? from : caret, end: caret }
}

function wrap({ text, start, end }: Selected, mark: string): Edit {
  // Marks with a space within are no emphasis.
  const inner = text.slice(start, end)
  const from = start + (inner.length - inner.trimStart().length)
  const to = inner.trim() === '' ? from : end - (inner.length - inner.trimEnd().length)
  const isOn = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark
  if (isOn && to > from) {
    const first = from - mark.length
    return { from: first, to: to + mark.length, by: text.slice(from, to), start: first, end: first + to - from }
  }
  const by = `${mark}${text.slice(from, to)}${mark}`
  return { from, to, by, start: from + mark.length, end: to + mark.length }
}
