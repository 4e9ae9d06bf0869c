// What a person's file and deletion take from passkeys.
import { inArray } from 'drizzle-orm'
import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { passkeyChallenges, passkeys } from '../schema.ts'
import { removePasskeysOf } from './passkeys.ts'
import { CHALLENGES_TITLE, PERSON_FILE_TITLE, SECRET_KEY } from './texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  passkeys: {
    title: PERSON_FILE_TITLE,
    read: (tx, { ids }) => tx.select().from(passkeys).where(inArray(passkeys.userId, ids)).orderBy(passkeys.id),
    leftOut: { publicKey: SECRET_KEY },
  },
  passkey_challenges: {
    title: CHALLENGES_TITLE,
    read: (tx, { ids }) => tx.select().from(passkeyChallenges).where(inArray(passkeyChallenges.userId, ids)),
    leftOut: { challenge: SECRET_KEY },
  },
}

export const ofPeople: PersonHooks = {
  tables,
  async erase(tx, { ids }) {
    await removePasskeysOf(tx, ids)
    await tx.delete(passkeyChallenges).where(inArray(passkeyChallenges.userId, ids))
  },
  async eraseAll(tx) {
    await tx.delete(passkeyChallenges)
  },
}
