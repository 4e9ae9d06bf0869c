import { type FormEvent, useEffect, useRef, useState } from 'react'
import { focusFirstInvalid } from './focus.ts'
import type { FormProblem } from './problems.ts'

/** Validates and sends the values; returns the problem, or null on success. */
type Submit<Name extends string> = (values: Record<Name, string>) => Promise<FormProblem | null> | FormProblem | null

/**
 * A form with uncontrolled fields. `form` goes on the form element, `problem` above it and `errors` at its fields.
 * After a failed submit the first invalid field gets the focus; editing a field clears its error.
 */
export function useForm<Name extends string>(names: readonly Name[], submit: Submit<Name>) {
  const ref = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    if (refusals > 0) focusFirstInvalid(ref.current)
  }, [refusals])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const data = new FormData(event.currentTarget)
    const values = names.map((name) => [name, String(data.get(name) ?? '')])
    setSending(true)
    const answer = await submit(Object.fromEntries(values))
    // Canceling the password dialog leaves the form as it was.
    const refusal = answer?.code === 'sign_in_again' ? null : answer
    setProblem(refusal)
    if (refusal) setRefusals((before) => before + 1)
    setSending(false)
  }
  const onInput = ({ target }: FormEvent<HTMLFormElement>) =>
    setProblem((before) => before && withoutField(before, (target as HTMLInputElement).name))
  // POST, because a form that is sent before its script has loaded must not put a password into the URL.
  const form = { ref, onSubmit, onInput, noValidate: true, method: 'post' } as const
  return {
    form,
    problem,
    isSending,
    errors: (problem?.fields ?? {}) as Partial<Record<Name | 'robotCheck', string>>,
    dismiss: () => setProblem(null),
  }
}

/** The problem without the error of an edited field; null when none is left. */
export function withoutField(problem: FormProblem, changed: string): FormProblem | null {
  const entries = Object.entries(problem.fields)
  // Passwords that differ can be corrected in either field.
  const settled = changed === 'password' ? ['password', 'confirm'] : [changed]
  const left = entries.filter(([name]) => !settled.includes(name))
  if (left.length === entries.length) return problem
  return left.length > 0 ? { ...problem, fields: Object.fromEntries(left) } : null
}
