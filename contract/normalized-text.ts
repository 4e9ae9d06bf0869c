/** A text as it is stored: without spaces around it, with the same bytes for the same letters and line breaks. */
export const normalizedText = (text: string) => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()
