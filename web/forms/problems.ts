/** Why a form was refused: a sentence for the top of it, one for each field it is about, and the server's code. Where the
 * first sentence gives no reason, `reason` does. */
export type FormProblem = { message: string; fields: Record<string, string>; code?: string; reason?: string }
