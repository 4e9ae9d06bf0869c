import type { Db } from '../db/client.ts'

/** Who is calling: the account as the database has it now, and the session of the token. */
export type Caller = {
  id: string
  name: string
  email: string
  isAdmin: boolean
  isApi: boolean
  session: { tokenHash: string; createdAt: Date; orderId: string | null }
}

/** The caller that a bearer token stands for; null when it is unknown, too old or its account is gone. */
export async function callerOf(_db: Db, _token: string): Promise<Caller | null> {
  return null
}
