import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'
import { REQUESTS } from '#server/platform/lib/texts.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An escape in JSON: two halves of a character, one half alone, or any other. */
const ESCAPE_PATTERN = /\\(u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/g
const HALF = 'ud83c'

/**
 * JSON whose escaped halves of characters are replaced, as UTF-8 has it for text. PostgreSQL refuses them in JSON; a
 * browser makes one where the limit of a field cuts an emoji.
 */
function withWholeCharacters(json: string): string {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return json
  return json.replaceAll(ESCAPE_PATTERN, (sequence, code: string) =>
    code.length === HALF.length ? '\\ufffd' : sequence,
  )
}

/**
 * Accepts only uncompressed JSON in UTF-8 as a request body. Rejects what two parsers could read differently: invalid
 * UTF-8, prototype keys, a content encoding.
 */
export function acceptJsonOnly(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(new AppError('invalid_request', REQUESTS.notUtf8))
    }
    parse(request, withWholeCharacters(text), done)
  })
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']
    if (encoding && encoding !== 'identity') throw new AppError('unsupported_encoding', REQUESTS.compressed)
  })
}
