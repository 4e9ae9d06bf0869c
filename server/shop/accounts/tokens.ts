import { createHash, randomBytes } from 'node:crypto'

/** A random token of 256 bits. The database has only its hash. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The SHA-256 of a token, by which it is looked up. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
