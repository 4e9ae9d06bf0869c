import { isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { Gateway } from '#server/shop/payments/gateway.ts'
import { discrepancies } from '#server/shop/schema/payments.ts'
import { checkLedger, checkRest, type Finding } from './ledger.ts'
import { checkAccount } from './square-account.ts'

const MAX_SHOWN = 5

/**
 * Checks every rule of the ledger and of the card service's account: a line for each, and whether all of them hold.
 * Without a gateway, where no card service was ever asked for money, there is no account.
 */
export async function verifyLedger(db: Db, gateway: Gateway | undefined): Promise<{ text: string; isSound: boolean }> {
  const ledger = await checkLedger(db)
  const account = gateway ? await checkAccount(db, gateway) : []
  const findings = [...ledger, ...(account ?? []), ...(await checkRest(db))]
  const violations = findings.filter(({ broken }) => broken.length > 0)
  const entries = findings.map(entryOf)
  if (!account) entries.push('UNKNOWN   the card service does not answer, so its account could not be checked')
  const closedCount = await db.$count(discrepancies, isNotNull(discrepancies.resolvedAt))
  if (closedCount > 0) entries.push(`noted     discrepancies that were looked at and closed: ${closedCount}`)
  entries.push(`${findings.length - violations.length} rules hold, ${violations.length} are violated`)
  return { text: entries.join('\n'), isSound: violations.length === 0 && account !== undefined }
}

function entryOf({ rule, broken }: Finding) {
  if (broken.length === 0) return `holds     ${rule}`
  const more = broken.length > MAX_SHOWN ? ` and ${broken.length - MAX_SHOWN} more` : ''
  return `VIOLATED  ${rule}: ${broken.slice(0, MAX_SHOWN).join(', ')}${more}`
}
