// A description is simple markup. Whoever writes one writes paragraphs: a blank line between two, and nothing else.

/** The description as it is written: paragraphs with blank lines between them, other markup as it stands. */
export const textOf = (markup: string) =>
  markup
    .replaceAll(/\s*<p>\s*/g, '\n\n')
    .replaceAll(/\s*<\/p>\s*/g, '\n\n')
    .replaceAll(/<br ?\/?>\n?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    // As signs where they cannot be taken for markup.
    .replaceAll(/&lt;(?![a-z/!])/gi, '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&amp;(?!#?\w+;)/g, '&')
    .trim()

/** The markup of what was written. */
export const markupOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => (/^<ul>/.test(paragraph) ? paragraph : `<p>${paragraph.replaceAll(/\r?\n/g, '<br />')}</p>`))
    .join('\n')
