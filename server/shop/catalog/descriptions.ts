/** The description with nothing but its simple markup: no attribute, no other element, no script's text. */
export async function cleanDescription(markup: string) {
  // Loaded with the first edit: it has many parts, and no page needs it.
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(markup.replaceAll('\0', ''), {
    allowedTags: ['p', 'i', 'em', 'b', 'strong', 'br', 'ul', 'li'],
    allowedAttributes: {},
  }).trim()
}
