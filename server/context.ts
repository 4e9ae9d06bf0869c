import type { RobotCheck } from './accounts/robot-check-setup.ts'
import type { BackupPlan } from './backup/backup-plan.ts'
import type { Database } from './db/client.ts'
import type { PhotoStore } from './media/store.ts'
import type { Gateway } from './payments/gateway.ts'
import type { WebhookSecret } from './payments/webhook-signature.ts'
import type { SetupFacts } from './setup/facts.ts'

/** The dependencies of the application: each domain takes those it needs. */
export type Context = {
  db: Database
  shopUrl: string
  photos: PhotoStore
  /** The most bytes that all photos together may take. */
  photosQuota: number
  /** Hosts whose photos imports fetch although they are not public. */
  importHosts?: string[]
  gateway: Gateway
  webhook?: WebhookSecret | undefined
  /** Whether simulated payments are public: then every page says so. */
  isPublicDemo?: boolean
  rateLimits: boolean
  robotCheck: RobotCheck
  /** The configured email address of the first admin, which nobody else can take while there is none. */
  ownerEmail?: string | undefined
  appleDomainFile?: string | undefined
  setup: SetupFacts
  /** How the shop is backed up, unless that is not configured. */
  backups?: BackupPlan | undefined
}
