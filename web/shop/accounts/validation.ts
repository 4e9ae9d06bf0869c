import { RESET_TEXT } from '#contract/reset-texts.ts'
import { TEXT } from '#contract/texts.ts'
import type { FormProblem } from '#web/forms/problems.ts'
import { codeOf, issuesOf, messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { FIELDS_NEEDED } from '#web/texts/account.ts'

type Registration = { name: string; email: string; password: string; confirm: string }

/** Validates a registration; null when it is valid. */
export function registrationProblem(form: Registration): FormProblem | null {
  return missing(form, ['name', 'email', 'password', 'confirm']) ?? mismatch(form)
}

/** Validates a profile change; null when it is valid. One empty password field is a mismatch. */
export function profileProblem(form: Registration): FormProblem | null {
  return missing(form, ['name', 'email']) ?? mismatch(form)
}

/** Validates a sign-in; null when it is valid. */
export function signInProblem(form: { email: string; password: string }): FormProblem | null {
  return missing(form, ['email', 'password'])
}

/** Validates the name and email address of a guest; null when they are valid. */
export function guestProblem(form: { name: string; email: string }): FormProblem | null {
  return missing(form, ['name', 'email'])
}

/** Validates a password reset request; null when it is valid. */
export function forgotPasswordProblem(form: { email: string }): FormProblem | null {
  return missing(form, ['email'])
}

/** Validates a new password; null when it is valid. */
export function resetProblem({ password, confirm }: { password: string; confirm: string }): FormProblem | null {
  if (password === confirm) return null
  return { message: RESET_TEXT.resetMismatch, fields: { confirm: RESET_TEXT.resetMismatch } }
}

/** The error of a failed password reset: one message for all of them, and the reason at its field or below. */
export function resetPasswordProblem(error: unknown): FormProblem {
  const { message, fields, code } = formProblemOf(error)
  return { message: RESET_TEXT.resetFailed, fields, code, ...(fields.password ? {} : { reason: message }) }
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

/** The error of a form whose call failed, with the server's messages at its fields. */
export function formProblemOf(error: unknown): FormProblem {
  const failure = (error ?? {}) as Partial<ApiFailure>
  const code = codeOf(failure)
  const fields = Object.fromEntries(
    issuesOf(failure).map(({ path, message }) => [path.split('.').at(-1) ?? path, message]),
  )
  const message = messageOf(error)
  if (code === 'robot_check_required') fields.robotCheck = message
  return { message, fields, code }
}
