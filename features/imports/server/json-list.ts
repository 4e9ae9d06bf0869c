// A list of objects in a JSON file of any size, one object after the other.

import { fileError } from './source-file.ts'
import { IMPORT_FILES } from './texts.ts'

/** Characters of an object at most. */
const LONGEST = 1_000_000

/** An object as text, with its lines in the file. */
export type JsonObject = { text: string; line: number; lastLine: number }

/** Whether a text begins as such a file does. */
export const isJson = (text: string) => /^\s*[[{]/.test(text)

/**
 * The objects of a list, or of the list of that name in an object, as text: found by their brackets, so that a file of
 * any size is never in memory. What stands between them has to be commas. Throws import_refused for anything else.
 */
export async function* objectsIn(text: AsyncIterable<string>, name: string): AsyncGenerator<JsonObject> {
  let before = ''
  let isOpen = false
  let [depth, line, start] = [0, 1, 1]
  let [isString, isEscaped] = [false, false]
  let object = ''
  let after: string | undefined
  for await (const chunk of text) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk[at]
      if (sign === '\n') line++
      if (after !== undefined) {
        if (/\s/.test(sign ?? '')) continue
        // After a list stands nothing; after one in an object stands its end or another field.
        after += sign
        if (!before.includes('{') || !['}', ',', ',"'].includes(after)) throw fileError(IMPORT_FILES.notJson)
        if (after !== ',') return
      } else if (isString) {
        if (isEscaped) isEscaped = false
        else if (sign === '\\') isEscaped = true
        else if (sign === '"') isString = false
      } else if (depth === 0) {
        if (!isOpen) {
          before += sign
          if (sign === '[') isOpen = isBeginning(before, name)
          if (before.length > 200 || (sign === '[' && !isOpen)) throw fileError(IMPORT_FILES.notJson)
        } else if (sign === '{') [depth, start, from] = [1, line, at]
        else if (sign === ']') after = ''
        else if (!/[\s,]/.test(sign ?? '')) throw fileError(IMPORT_FILES.notJson)
      } else if (sign === '"') isString = true
      else if (sign === '{' || sign === '[') depth++
      else if ((sign === '}' || sign === ']') && --depth === 0) {
        yield { text: object + chunk.slice(from, at + 1), line: start, lastLine: line }
        object = ''
      }
    }
    if (depth > 0) object += chunk.slice(from)
    if (object.length > LONGEST) throw fileError(IMPORT_FILES.notJson)
  }
  if (after === undefined) throw fileError(IMPORT_FILES.notJson)
}

const isBeginning = (text: string, name: string) => {
  const plain = text.replaceAll(/\s/g, '')
  return plain === '[' || plain === `{"${name}":[`
}

/** The value of a JSON text; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
