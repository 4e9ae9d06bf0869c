import { count, isNull, lt, sql } from 'drizzle-orm'
import { Gauge, Registry } from 'prom-client'
import { backupsIn } from '#features/backups/server/backup-folder.ts'
import type { SetupFacts } from '#features/shop-check/server/facts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { diskSpace } from '#server/platform/lib/disk-space.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { openAlerts } from '#server/shop/alerts/alerts.ts'
import { alerts } from '#server/shop/schema/alerts.ts'
import { paymentFigures } from './faults.ts'

type Facts = Pick<SetupFacts, 'dataDir' | 'backupDir'>

/** Metrics of the whole shop from the database and the disk, read at each request for them. */
export function openShopMetrics(db: Db, { dataDir, backupDir }: Facts): Registry {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, collect: (set: (value: number) => void) => Promise<void>) => {
    const gauge: Gauge = new Gauge({
      name: `boutique_${name}`,
      help,
      registers,
      collect: () => collect((value) => gauge.set(value)),
    })
  }
  const alert = new Gauge({
    name: 'boutique_alert',
    help: 'Whether there is an alert, by its kind.',
    labelNames: ['alert'],
    registers,
    async collect() {
      const open = new Set((await openAlerts(db)).map(({ kind }) => kind))
      for (const kind of alerts.kind.enumValues) alert.set({ alert: kind }, open.has(kind) ? 1 : 0)
    },
  })
  const payments = new Gauge({
    name: 'boutique_payments',
    help: 'Payments that are stuck, or that differ from the card service’s record.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { stuck, toCheck } = await paymentFigures(db)
      payments.set({ state: 'stuck' }, stuck)
      payments.set({ state: 'to_check' }, toCheck)
    },
  })
  gauge('mails_waiting', 'Emails that are due and not sent.', async (set) => {
    const due = sql`${isNull(outbox.doneAt)} and ${lt(outbox.createdAt, sql`now() - interval '1 minute'`)}`
    set(onlyRow(await db.select({ due: count() }).from(outbox).where(due)).due)
  })
  gauge('disk_free_bytes', 'Free bytes of the disk with the data.', async (set) => set((await diskSpace(dataDir)).free))
  gauge('disk_total_bytes', 'Bytes of the disk with the data.', async (set) => set((await diskSpace(dataDir)).total))
  gauge('backup_age_seconds', 'Seconds since the newest backup; none without one.', async (set) => {
    const [newest] = backupDir ? await backupsIn(backupDir) : []
    if (newest) set((Date.now() - newest.at) / 1_000)
  })
  return registry
}
