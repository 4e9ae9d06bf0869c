// Converts a description between its simple markup and the plain text of the form: paragraphs with a blank line
// between, *italics*, **bold**, and lists of lines that begin with a dash.

/** The plain text of a description. Markup that is none of the above stays as it is. */
export const textOf = (markup: string) =>
  markup
    .replaceAll(/(?:(?<!\s)\s+)?<p>\s*/g, '\n\n')
    .replaceAll(/(?:(?<!\s)\s+)?<\/p>\s*/g, '\n\n')
    .replaceAll(/<br ?\/?>\n?/g, '\n')
    .replaceAll(/<(i|em)>(\S(?:[^<]*\S)?)<\/\1>/g, '*$2*')
    .replaceAll(/<(b|strong)>(\S(?:[^<]*\S)?)<\/\1>/g, '**$2**')
    .replaceAll(
      /(?:(?<!\s)\s+)?<ul>\s*((?:<li>[^<]*<\/li>\s*)+)<\/ul>\s*/g,
      (_, items: string) => `\n\n${linesOf(items)}\n\n`,
    )
    .replaceAll(/\n{3,}/g, '\n\n')
    // Entities whose characters cannot be mistaken for markup.
    .replaceAll(/&lt;(?![a-z/!])/gi, '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&amp;(?!#?\w+;)/g, '&')
    .trim()

const linesOf = (items: string) =>
  [...items.matchAll(/<li>([^<]*)<\/li>/g)].map(([, item = '']) => `- ${item.trim()}`).join('\n')

/** The markup of the plain text. */
export const markupOf = (text: string) =>
  text
    .replaceAll(/\*\*(\S(?:[^*\n]*\S)?)\*\*/g, '<b>$1</b>')
    .replaceAll(/\*(\S(?:[^*\n]*\S)?)\*/g, '<i>$1</i>')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(blockOf)
    .join('\n')

function blockOf(paragraph: string) {
  if (/^<ul>/.test(paragraph)) return paragraph
  const lines = paragraph.split(/\r?\n/)
  if (lines.every((line) => line.startsWith('- ')))
    return `<ul>${lines.map((line) => `<li>${line.slice(2).trim()}</li>`).join('')}</ul>`
  return `<p>${lines.join('<br />')}</p>`
}
