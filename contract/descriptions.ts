// The descriptions of products, which have simple markup.

// Each alternative looks ahead at most once, so no text takes long.
const TAG_PATTERN = /<\/?([a-z][a-z\d]*)\b[^<>]*>|<!--.*?(?:-->|$)/gis
const BLOCK_TAGS = new Set(['p', 'br', 'li', 'ul', 'ol', 'div'])

const ENTITY_PATTERN = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi
const NAMED_ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  deg: '°',
  frac12: '½',
  times: '×',
  eacute: 'é',
}

/** The text of a description without its markup: a line for each paragraph, list item and line break. */
export function paragraphsOf(markup: string): string[] {
  const text = markup
    .replaceAll(/\s+/g, ' ')
    .replaceAll(TAG_PATTERN, (_, name?: string) => (name && BLOCK_TAGS.has(name.toLowerCase()) ? '\n' : ''))
  return text
    .split('\n')
    .map((line) => decodeEntities(line).trim())
    .filter(Boolean)
}

/** Decodes each entity once: `&amp;lt;` becomes `&lt;`. Other text stays as it is. */
const decodeEntities = (text: string) =>
  text.replaceAll(ENTITY_PATTERN, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED_ENTITIES[name.toLowerCase()] ?? entity
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
    return isCharacter ? String.fromCodePoint(code) : entity
  })
