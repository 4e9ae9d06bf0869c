// Secrets that are more than a signature for a while: which of them a backup has, and which are renewed when.
import type { Db } from '#server/platform/db/client.ts'
import { renewSecretsExcept } from '#server/platform/db/secrets.ts'

/** The secret that signs the links of guests' orders. */
export const ORDER_LINKS = 'order links'

/** The secret that signs other links in messages. Its name is from when only requests had them: another would end all. */
export const MESSAGE_LINKS = 'request links'

/** The secret in the notes of payments, which signs nothing and never changes. */
export const PAYMENT_MARK = 'payment mark'

/** Without these, buyers lose their orders and requests. */
const OF_BUYERS = [ORDER_LINKS, MESSAGE_LINKS]

/** Whoever has read an old backup signs nothing with it but links that messages have for ever. */
export const BACKED_UP_SECRETS = [...OF_BUYERS, PAYMENT_MARK]

/** The secrets of features that sign what visitors hold. app/server/features.ts fills the list while the program loads. */
export const visitorSecrets: string[] = []

/** Renews the secrets that sign; those of what buyers and other visitors hold only when asked to. */
export const renewSecrets = (db: Db, { withLinks }: { withLinks: boolean }) =>
  renewSecretsExcept(db, withLinks ? [PAYMENT_MARK] : [...BACKED_UP_SECRETS, ...visitorSecrets])
