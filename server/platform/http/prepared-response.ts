import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

type Headers = Record<string, string>
/** A complete response, which is sent again and again. `list` has the headers as Node writes them fastest. */
export type PreparedResponse = { status: number; headers: Headers; list: string[]; bytes: Buffer | undefined }

/** The response with these headers. */
export const prepareResponse = (status: number, headers: Headers, bytes: Buffer | undefined): PreparedResponse => ({
  status,
  headers,
  list: Object.entries(headers).flat(),
  bytes,
})

/** Sends the response without what Fastify does for others, such as its hooks before sending. */
export function sendPrepared(reply: FastifyReply, response: PreparedResponse) {
  const { raw, request } = reply
  // Calls from inside the process have no connection. A body that nobody has read is discarded after the response.
  if (raw.socket instanceof Socket && request.raw.complete) {
    writePrepared(reply.hijack().raw, response)
    return reply
  }
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
  return reply.code(response.status).headers(response.headers).send(response.bytes)
}

/** Writes the response to a request that Fastify does not answer. */
export const writePrepared = (response: ServerResponse, { status, list, bytes }: PreparedResponse) =>
  void response.writeHead(status, list).end(bytes)
