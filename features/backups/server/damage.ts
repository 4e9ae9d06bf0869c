import { operatorError } from '#server/errors.ts'

/** The error for a backup that is not as it was written. */
export const damageError = (why: string, cause?: unknown) =>
  operatorError('backup_damaged', `This backup is damaged: ${why}. Nothing was restored. Use another one.`, cause)
