// Tokens that are mailed to the address of an account: of reset links, and codes. Lock order: the user's row first, then
// their messages in the outbox, then their tokens.
import { and, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isStillQueued } from '#server/platform/outbox/outbox.ts'
import { unqueueResets } from '#server/shop/notifications/queue.ts'
import { mailedTokens } from '#server/shop/schema/users.ts'

/** SQL condition: the tokens of a user for this purpose. */
export const tokensOf = (userId: string, purpose: typeof mailedTokens.$inferSelect.purpose) =>
  and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose))

/**
 * Whether a message that is about to be sent gets a token: it is still queued, and none of these tokens is of a newer
 * message. The caller's transaction holds the lock on the user's row.
 */
export async function isNewest(tx: Db, messageId: number, ofUser: SQL | undefined) {
  if (!(await isStillQueued(tx, messageId))) return false
  return (await tx.$count(mailedTokens, and(ofUser, gt(mailedTokens.messageId, messageId)))) === 0
}

/**
 * Deletes all reset links and codes of these users, and reset links to their addresses that are still queued. The
 * caller's transaction holds the locks on their rows.
 */
export async function deleteMailedTokens(tx: Db, userIds: string[], emails: string[]) {
  await unqueueResets(tx, emails)
  await tx.delete(mailedTokens).where(inArray(mailedTokens.userId, userIds))
}
