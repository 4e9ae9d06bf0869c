import { createHash, randomBytes } from 'node:crypto'

/** A secret to hand out, of 256 random bits. Only its hash is kept. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The SHA-256 of a token, by which it is found again. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
