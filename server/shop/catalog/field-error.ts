import { AppError } from '#server/errors.ts'

/** An edit of a product that its rules refuse, with the sentence for the field. */
export const fieldError = (path: string, message: string) =>
  new AppError('product_refused', message, { issues: [{ path, message }] })
