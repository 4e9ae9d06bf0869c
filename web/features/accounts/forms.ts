import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormProblem } from './validation.ts'

/** Checks what was typed, sends it, and answers why it was refused; null when all went well. */
type Submit<Name extends string> = (values: Record<Name, string>) => Promise<FormProblem | null> | FormProblem | null

/**
 * A form that keeps what was typed. `form` goes on the form element, `problem` above it and at its fields; after a
 * refusal the first field that needs a change has the focus.
 */
export function useForm<Name extends string>(names: readonly Name[], submit: Submit<Name>) {
  const ref = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    if (problem) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const data = new FormData(event.currentTarget)
    const values = names.map((name) => [name, String(data.get(name) ?? '')])
    setSending(true)
    setProblem(await submit(Object.fromEntries(values)))
    setSending(false)
  }
  // POST, because a form that is sent before its script is there must not put a password into an address.
  const form = { ref, onSubmit, noValidate: true, method: 'post' } as const
  return {
    form,
    problem,
    isSending,
    errors: (problem?.fields ?? {}) as Partial<Record<Name | 'robotCheck', string>>,
    dismiss: () => setProblem(null),
  }
}
