import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormProblem } from './problems.ts'

/** Checks what was typed, sends it, and answers why it was refused; null when all went well. */
type Submit<Name extends string> = (values: Record<Name, string>) => Promise<FormProblem | null> | FormProblem | null

/**
 * A form that keeps what was typed. `form` goes on the form element, `problem` above it and at its fields; after a
 * refusal the first field that needs a change has the focus. The error of a field goes as soon as the field is changed.
 */
export function useForm<Name extends string>(names: readonly Name[], submit: Submit<Name>) {
  const ref = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const data = new FormData(event.currentTarget)
    const values = names.map((name) => [name, String(data.get(name) ?? '')])
    setSending(true)
    const answer = await submit(Object.fromEntries(values))
    // Who was asked for the password and canceled finds the form as it was.
    const refusal = answer?.code === 'sign_in_again' ? null : answer
    setProblem(refusal)
    if (refusal) setRefusals((before) => before + 1)
    setSending(false)
  }
  const onInput = ({ target }: FormEvent<HTMLFormElement>) =>
    setProblem((before) => before && withoutField(before, (target as HTMLInputElement).name))
  // POST, because a form that is sent before its script is there must not put a password into an address.
  const form = { ref, onSubmit, onInput, noValidate: true, method: 'post' } as const
  return {
    form,
    problem,
    isSending,
    errors: (problem?.fields ?? {}) as Partial<Record<Name | 'robotCheck', string>>,
    dismiss: () => setProblem(null),
  }
}

/** The problem as it stands once a field has been changed; null when that was all it was about. */
export function withoutField(problem: FormProblem, changed: string): FormProblem | null {
  const entries = Object.entries(problem.fields)
  // Passwords that differ are put right in either of their fields.
  const settled = changed === 'password' ? ['password', 'confirm'] : [changed]
  const left = entries.filter(([name]) => !settled.includes(name))
  if (left.length === entries.length) return problem
  return left.length > 0 ? { ...problem, fields: Object.fromEntries(left) } : null
}
