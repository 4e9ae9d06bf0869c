/**
 * The error of a form: a message for its top, messages by field, and the server's code. `reason` is the explanation
 * when the message gives none.
 */
export type FormProblem = { message: string; fields: Record<string, string>; code?: string; reason?: string }
