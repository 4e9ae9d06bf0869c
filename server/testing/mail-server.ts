import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A self-signed certificate for localhost, and its key. */
const PEM = readFileSync(new URL('localhost.pem', import.meta.url), 'utf8')
const CERTIFICATE = PEM.slice(PEM.indexOf('-----BEGIN CERTIFICATE'))
const KEY = PEM.slice(PEM.indexOf('-----BEGIN PRIVATE'), -CERTIFICATE.length)
const TRUSTED_CAS = getCACertificates('default')

/**
 * A fault of one message: a temporary or permanent refusal, or a connection that ends before, in or right after the
 * text. A refusal quotes the message in lower case.
 */
export type MailFault = Refusal | 'dies before' | 'dies within' | 'dies after'
type Refusal = 'sender' | 'recipient' | 'text' | 'sender for good' | 'recipient for good' | 'text for good'

type ReceivedMail = { to: string[]; isEncrypted: boolean; user: string | undefined; raw: string }
type ServerOptions = { options?: SMTPServerOptions; isTrusted?: boolean; faults?: MailFault[] }

/**
 * A real SMTP server on a free port until the test ends; without encryption and authentication unless `options` say
 * otherwise. This process trusts its certificate if `isTrusted`. Each of the `faults` hits one message. `received` has
 * the complete messages, `connections` counts the clients.
 */
export async function mailServer({ options = {}, isTrusted = true, faults = [] }: ServerOptions = {}) {
  setDefaultCACertificates(isTrusted ? [...TRUSTED_CAS, CERTIFICATE] : TRUSTED_CAS)
  const mails: ReceivedMail[] = []
  const sockets: Socket[] = []
  let fault: MailFault | undefined
  const refusal = (where: 'sender' | 'recipient' | 'text', refusedText: string) => {
    if (fault !== where && fault !== `${where} for good`) return null
    const quote = refusedText.replaceAll(/\s+/g, ' ').toLowerCase()
    return Object.assign(new Error(`5.7.1 <${quote}> No.`), { responseCode: fault === where ? 450 : 550 })
  }
  const dies = (when: MailFault) => fault === when && sockets.map((socket) => socket.destroy()).length > 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    key: KEY,
    cert: CERTIFICATE,
    closeTimeout: 100,
    onMailFrom({ address }, _session, done) {
      fault = faults.shift()
      done(refusal('sender', address))
    },
    onRcptTo: ({ address }, _session, done) => done(refusal('recipient', address)),
    onData(stream, { envelope, secure, user }, done) {
      if (dies('dies before')) return
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => dies('dies within') || chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const error = refusal('text', raw)
        const to = envelope.rcptTo.map(({ address }) => address)
        if (!error) mails.push({ to, isEncrypted: secure, user: user || undefined, raw })
        if (!dies('dies after')) done(error)
      })
    },
    ...options,
  })
  // The test server ignores errors of connections; the client reports them.
  server.on('error', () => {})
  server.server.on('connection', (socket) => sockets.push(socket))
  const { port } = await new Promise<AddressInfo>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.server.address() as AddressInfo))
  })
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port, received: mails, connections: () => sockets.length }
}
