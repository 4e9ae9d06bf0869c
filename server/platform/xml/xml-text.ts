import type { Markup } from '#server/platform/outbox/markup.ts'

/** The characters that XML 1.0 cannot have, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant.
const NO_XML_PATTERN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** The markup as text of an XML file: without what XML 1.0 cannot have, and half characters replaced. */
export const xmlText = ({ text }: Markup) => text.toWellFormed().replaceAll(NO_XML_PATTERN, '')
