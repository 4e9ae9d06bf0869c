import { z } from 'zod'

/** What is wrong with the backups: there are none, the last is old, none was practiced, or the practice found a fault. */
export const BackupAlarm = z.enum(['none', 'old', 'unpracticed', 'useless'])
export type BackupAlarm = z.infer<typeof BackupAlarm>
