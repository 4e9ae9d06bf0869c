import { isIP } from 'node:net'

/** Whether the text is the URL of a mail server. */
export function isSmtpUrl(text: string) {
  try {
    return /^smtps?:\/\//.test(text) && smtpServerOf(text).host !== ''
  } catch {
    return false
  }
}

/** The mail server of a URL, as nodemailer's options. Throws when the URL is invalid. */
export function smtpServerOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = protocol === 'smtps:'
  const server = { host, secure, ...(port ? { port: Number(port) } : {}) }
  if (!username) return server
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return { ...server, auth, requireTLS: !isThisMachine(host) }
}

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
