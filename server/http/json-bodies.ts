import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { REQUESTS } from '../texts/requests.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

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
    parse(request, text, done)
  })
  app.addHook('preParsing', async (request) => {
    const packed = request.headers['content-encoding']
    if (packed && packed !== 'identity') throw new AppError('unsupported_encoding', REQUESTS.compressed)
  })
}
