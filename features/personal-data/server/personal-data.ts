import { dayOf } from '#contract/dates.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import type { Person } from '#server/shop/accounts/person.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { dataDocument } from './document.ts'
import { heldTables, type PersonalData } from './register.ts'

/** Reads all tables with rows about a person, as of one instant, without the columns that are left out. */
export async function personalData(db: Database, find: (tx: Db) => Promise<Person>): Promise<PersonalData> {
  return db.transaction(
    async (tx) => {
      const person = await find(tx)
      const data: PersonalData = {}
      for (const { name, read, leftOut = {} } of heldTables()) {
        const rows = await read(tx, person)
        data[name] = rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([column]) => !(column in leftOut))),
        )
      }
      return data
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** A page with everything that the shop holds about a person, to read, and the same as JSON within it; and its name. */
export async function dataFile(db: Database, find: (tx: Db) => Promise<Person>, now = new Date()) {
  const [settings, data] = await Promise.all([shopSettings(db), personalData(db, find)])
  return { name: `your-data-${dayOf(now, settings.timeZone)}.html`, text: dataDocument(data, settings, now) }
}
