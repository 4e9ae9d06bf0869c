// The backups of the shop, as an admin sees them.
import { z } from 'zod'
import { timestamp } from '#contract/codecs.ts'

/** A part of a practice restore: what was compared, in words, and whether it was the same. */
const Comparison = z.object({ isSame: z.boolean(), text: z.string() })

export const Practice = z
  .object({
    at: timestamp,
    backup: z.string().describe('The name of the backup'),
    isGood: z.boolean().describe('Whether the backup brings back the shop'),
    comparisons: z.array(Comparison),
  })
  .meta({ id: 'PracticeRestore' })
export type Practice = z.infer<typeof Practice>

const Backup = z.object({
  name: z.string(),
  madeAt: timestamp,
  bytes: z.int(),
  isEncrypted: z.boolean(),
  isCopied: z.boolean().describe('Whether a copy is in the bucket for backups'),
  orders: z.int().nullable().describe('The orders in it, if that is known'),
})
export type Backup = z.infer<typeof Backup>

export const Backups = z
  .object({
    folder: z.string().nullable().describe('Where backups go; null when that is not configured'),
    hour: z.int().nullable().describe('The hour of the shop from which the daily backup is made'),
    hasBucket: z.boolean().describe('Whether backups are copied to a bucket'),
    running: z.enum(['backup', 'practice']).nullable().describe('What is going on now'),
    backups: z.array(Backup).describe('The newest first'),
    failure: z.object({ at: timestamp, problem: z.string() }).nullable().describe('The last backup, when it failed'),
    practice: Practice.nullable().describe('The last practice restore'),
  })
  .meta({ id: 'Backups' })
export type Backups = z.infer<typeof Backups>

export const BackupKey = z.object({ name: z.string().max(100) })
