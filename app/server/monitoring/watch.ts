import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import type { ResponseCount } from '#server/platform/monitoring/response-count.ts'
import { endQuietAlerts, type Fault, reportFault } from '#server/shop/alerts/alerts.ts'
import type { Gateway } from '#server/shop/payments/gateway.ts'
import { cardServiceFault, diskFault, errorFault, paymentFaults, paymentFigures } from './faults.ts'

const LOOK_MS = 15_000

type Works = { db: Db; gateway: Gateway; log: FastifyBaseLogger }

/** Starts the job of every process that reports the faults which only it can see. */
export const startWatchingProcess = ({ db, gateway, responses, log }: Works & { responses: ResponseCount }): Job =>
  startJob(log, async () => {
    await report(db, [...cardServiceFault(gateway), ...errorFault(responses.recent())])
    return LOOK_MS
  })

/** Starts the job that reports the faults of the shop as a whole and ends alerts. It runs in one process. */
export const startWatchingShop = ({
  db,
  gateway,
  hearsWebhooks,
  dataDir,
  log,
}: Works & { hearsWebhooks: boolean; dataDir: string }): Job =>
  startJob(log, async () => {
    await report(db, [
      ...paymentFaults(await paymentFigures(db), hearsWebhooks && gateway.setup.provider !== 'simulator'),
      ...(await diskFault(dataDir)),
    ])
    await endQuietAlerts(db)
    return LOOK_MS
  })

async function report(db: Db, faults: Fault[]) {
  for (const fault of faults) await reportFault(db, fault)
}
