import sanitize from 'sanitize-html'

/** The description with nothing but its simple markup: no attribute, no other element, no script's text. */
export const cleanDescription = (markup: string) =>
  sanitize(markup.replaceAll('\0', ''), {
    allowedTags: ['p', 'i', 'em', 'b', 'strong', 'br', 'ul', 'li'],
    allowedAttributes: {},
  }).trim()
