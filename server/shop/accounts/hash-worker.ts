import { randomBytes } from 'node:crypto'
import { hashSync, parseOptions, verifySync } from '@node-rs/argon2'

/** Argon2id (the library's default kind) at a cost of 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with a random salt. Blocks its thread. */
export const hash = (password: string) => hashSync(password, COST)

/** Whether the password matches the hash. Blocks its thread. */
export const verify = ({ hash, password }: { hash: string; password: string }) => verifySync(hash, password)

/** Whether the hash was made at a lower cost than new hashes. */
export function isOutdated(hash: string) {
  const { memoryCost, timeCost } = parseOptions(hash)
  return memoryCost < COST.memoryCost || timeCost < COST.timeCost
}

/** A hash that matches no password and takes as long to verify as a real one. */
export const dummyHash = () => {
  const { memoryCost, timeCost, parallelism } = COST
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
}

const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
