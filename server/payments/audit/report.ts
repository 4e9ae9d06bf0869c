import { isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { discrepancies } from '../../db/payment-schema.ts'
import type { Gateway } from '../gateway.ts'
import { checkLedger, checkRest, type Finding } from './ledger.ts'
import { checkAccount } from './square-account.ts'

const SHOWN = 5

/**
 * Checks every rule of the ledger and of the card service's account: a line for each, and whether all of them hold.
 * Without a gateway, where no card service was ever asked for money, there is no account.
 */
export async function verifyLedger(db: Db, gateway: Gateway | undefined): Promise<{ text: string; isSound: boolean }> {
  const ledger = await checkLedger(db)
  const account = gateway ? await checkAccount(db, gateway) : []
  const findings = [...ledger, ...(account ?? []), ...(await checkRest(db))]
  const violated = findings.filter(({ broken }) => broken.length > 0)
  const lines = findings.map(lineOf)
  if (!account) lines.push('UNKNOWN   the card service does not answer, so its account could not be checked')
  const closed = await db.$count(discrepancies, isNotNull(discrepancies.resolvedAt))
  if (closed > 0) lines.push(`noted     discrepancies that were looked at and closed: ${closed}`)
  lines.push(`${findings.length - violated.length} rules hold, ${violated.length} are violated`)
  return { text: lines.join('\n'), isSound: violated.length === 0 && account !== undefined }
}

function lineOf({ rule, broken }: Finding) {
  if (broken.length === 0) return `holds     ${rule}`
  const more = broken.length > SHOWN ? ` and ${broken.length - SHOWN} more` : ''
  return `VIOLATED  ${rule}: ${broken.slice(0, SHOWN).join(', ')}${more}`
}
