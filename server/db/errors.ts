const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because another row has that value already. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === UNIQUE_VIOLATION
