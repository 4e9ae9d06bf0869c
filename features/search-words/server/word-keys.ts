import { textWords } from '#server/shop/catalog/search-keyword.ts'

/**
 * A word, or several, as synonyms are compared: in lower case, the last in the singular, without spaces and signs, so
 * that `Hair Bows` and `hairbow` are the same.
 */
export const wordKey = (text: string) => singular(textWords(text.toLowerCase()).join(''))

const singular = (word: string) =>
  word.length <= 3
    ? word
    : word
        .replace(/(ss|x|ch|sh)es$/, '$1')
        .replace(/(?<![su'])s$/, '')
        .replace(/(?<=..)ie$/, 'y')
