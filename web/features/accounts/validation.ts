import { TEXT } from '#contract/texts.ts'
import type { ApiFailure } from '../../api.ts'
import { messageOf } from '../../api.ts'
import type { FormProblem } from '../../forms/problems.ts'
import { FIELDS_NEEDED } from '../../texts/account.ts'

type Registration = { name: string; email: string; password: string; confirm: string }

/** Why a new account's fields cannot be sent; null when they can. */
export function registrationProblem(form: Registration): FormProblem | null {
  return missing(form, ['name', 'email', 'password', 'confirm']) ?? mismatch(form)
}

/** Why a profile change cannot be sent; null when it can. One password field filled is a mismatch. */
export function profileProblem(form: Registration): FormProblem | null {
  return missing(form, ['name', 'email']) ?? mismatch(form)
}

/** Why a sign-in cannot be sent; null when it can. */
export function signInProblem(form: { email: string; password: string }): FormProblem | null {
  return missing(form, ['email', 'password'])
}

/** Why a forgotten password cannot be asked for; null when it can. */
export function forgottenProblem(form: { email: string }): FormProblem | null {
  return missing(form, ['email'])
}

/** Why a new password cannot be sent; null when it can. */
export function resetProblem({ password, confirm }: { password: string; confirm: string }): FormProblem | null {
  if (password === confirm) return null
  return { message: TEXT.resetMismatch, fields: { confirm: TEXT.resetMismatch } }
}

/** The server's refusal of a new password: one sentence for all of them, and the reason at its field or below. */
export function resetFailed(error: unknown): FormProblem {
  const { message, fields, code } = refusalOf(error)
  return { message: TEXT.resetFailed, fields, code, ...(fields.password ? {} : { reason: message }) }
}

function missing<Name extends keyof typeof FIELDS_NEEDED>(
  form: Record<Name, string>,
  names: readonly Name[],
): FormProblem | null {
  const empty = names.filter((name) => form[name].trim() === '')
  if (empty.length === 0) return null
  return {
    message: TEXT.completeAllFields,
    fields: Object.fromEntries(empty.map((name) => [name, FIELDS_NEEDED[name]])),
  }
}

function mismatch({ password, confirm }: Registration): FormProblem | null {
  if (password === confirm) return null
  return { message: TEXT.passwordsDoNotMatch, fields: { confirm: TEXT.passwordsDoNotMatch } }
}

/** The server's refusal of a form, with its words for each field. */
export function refusalOf(error: unknown): FormProblem {
  const { data } = (error ?? {}) as Partial<ApiFailure>
  const { issues = [], code } = (typeof data === 'object' && data) || {}
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path.split('.').at(-1) ?? path, message]))
  const message = messageOf(error)
  if (code === 'robot_check_required') fields.robotCheck = message
  return { message, fields, code }
}
