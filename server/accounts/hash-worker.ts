import { randomBytes } from 'node:crypto'
import { hashSync, parseOptions, verifySync } from '@node-rs/argon2'

/** Argon2id (the library's default kind) at a cost of 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password, with a salt of its own. Keeps its thread busy for as long as it takes. */
export const hash = (password: string) => hashSync(password, COST)

/** Whether the password is the one of that hash. Keeps its thread busy for as long as it takes. */
export const verify = ({ hash, password }: { hash: string; password: string }) => verifySync(hash, password)

/** Whether a hash was made at a lower cost than new ones are. */
export function isOutdated(hash: string) {
  const { memoryCost, timeCost } = parseOptions(hash)
  return memoryCost < COST.memoryCost || timeCost < COST.timeCost
}

/** A hash that no password has, and that takes as long to check as any other. */
export const nobodysHash = () => {
  const { memoryCost, timeCost, parallelism } = COST
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
}

const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
