import type { Db } from '#server/platform/db/client.ts'

/** Ends the ways of a feature to sign in as these users: a recovered account opens by its new password alone. */
export type EndSignIns = (tx: Db, userIds: string[]) => Promise<void>

/** Those of all features. app/server/features.ts fills the list while the program loads. */
export const otherSignIns: EndSignIns[] = []

/** Ends the ways of all features to sign in as this user. */
export async function endOtherSignIns(tx: Db, userId: string) {
  for (const end of otherSignIns) await end(tx, [userId])
}
