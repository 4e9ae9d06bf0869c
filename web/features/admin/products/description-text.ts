// Converts a description between its simple markup and the plain text of the form: paragraphs with a blank line
// between.

/** The plain text of a description: paragraphs with blank lines between them, other markup as it is. */
export const textOf = (markup: string) =>
  markup
    .replaceAll(/\s*<p>\s*/g, '\n\n')
    .replaceAll(/\s*<\/p>\s*/g, '\n\n')
    .replaceAll(/<br ?\/?>\n?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    // Entities whose characters cannot be mistaken for markup.
    .replaceAll(/&lt;(?![a-z/!])/gi, '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&amp;(?!#?\w+;)/g, '&')
    .trim()

/** The markup of the plain text. */
export const markupOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => (/^<ul>/.test(paragraph) ? paragraph : `<p>${paragraph.replaceAll(/\r?\n/g, '<br />')}</p>`))
    .join('\n')
