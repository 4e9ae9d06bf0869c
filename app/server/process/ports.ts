import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { operatorError } from '#server/errors.ts'

/** The port to listen on: `port`, or a free one for 0. Throws a sentence when it cannot be used. */
export async function requirePort(port: number, host: string) {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw portProblem(error as NodeJS.ErrnoException, port, host)
  }
  const freePort = (probe.address() as AddressInfo).port
  probe.close()
  await once(probe, 'close')
  return freePort
}

/**
 * The reason why the port cannot be used, as a sentence with a way out. `prefix` is that of the settings PORT and HOST which
 * named it.
 */
export function portProblem(error: NodeJS.ErrnoException, port: number, host: string, prefix = '') {
  const other = `Choose another one, for example: ${prefix}PORT=${port < 1024 ? 3000 : port + 1} npm start`
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program, or by another shop. ${other}`,
    EACCES: `Port ${port} may not be used by this account. ${other}`,
    EADDRNOTAVAIL: `${prefix}HOST=${host} is not an address of this machine.`,
    ENOTFOUND: `${prefix}HOST=${host} is not an address of this machine.`,
  }
  const sentence = sentences[error.code ?? '']
  return sentence ? operatorError('port_not_usable', sentence, error) : error
}
