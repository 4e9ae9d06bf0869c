import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { IS_MERGED, mergeProblem, useSavedDraft } from '#web/admin/forms/use-saved-draft.ts'
import type { FormProblem } from '#web/forms/problems.ts'
import { SIGN_IN_AGAIN } from '#web/lib/api-failure.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { AdminLetter } from '../contract.ts'
import {
  useCreateLetterMutation,
  useLazyLetterQuery,
  useSaveLetterMutation,
  useSendLetterMutation,
  useTestLetterMutation,
} from './lettersApi.ts'
import { LETTER_FORM } from './texts.ts'

/** A letter that is not stored yet. */
export const NEW_LETTER: AdminLetter = {
  ...{ _id: '', subject: '', body: '', state: 'draft', version: '', sentAt: null, sent: 0, unsent: 0 },
  updatedAt: new Date(0).toISOString(),
}

/** The notice above the form. `theirs` is a text that somebody else saved while this one was written. */
type Notice = { kind: 'error' | 'warning' | 'success'; message: string; theirs?: string | undefined }

const Texts = AdminLetter.pick({ subject: true, body: true })
const askAgain = mergeProblem(LETTER_FORM.noun, LETTER_FORM.fields)

/** The form of a letter. Its texts survive leaving the screen, an error, and a save by another admin. */
export function useLetterForm(letter: AdminLetter) {
  const { _id: id } = letter
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { notice?: Notice } | null }
  const [notice, setNotice] = useState(state?.notice ?? null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState<string | null>(null)
  const [create] = useCreateLetterMutation()
  const [saveText] = useSaveLetterMutation()
  const [test] = useTestLetterMutation()
  const [send] = useSendLetterMutation()
  const [load] = useLazyLetterQuery()
  const draft = useSavedDraft({
    ...{ key: `letter:${id || 'new'}`, stored: letter, schema: AdminLetter, fields: Texts },
    valuesOf: ({ subject, body }) => ({ subject, body }),
    conflict: {
      codes: ['letter_changed'],
      load: () => load(id),
      problem: (merged, { body }) => ({ ...askAgain(merged), ...(merged.both.includes('body') && { reason: body }) }),
    },
    save: ({ values, loaded: { version } }) => (id ? saveText({ id, update: { ...values, version } }) : create(values)),
  })
  /** Saves what is not saved, then goes on with the stored letter. */
  const act = async (action: string, next: (stored: AdminLetter) => Promise<FormProblem | Notice>) => {
    if (busy) return
    setBusy(action)
    let stored: AdminLetter = draft.loaded
    const isNew = !id
    const problem =
      isNew || draft.changed.length > 0
        ? await draft.save(async (form) => {
            const { values, loaded } = form
            const answer = id
              ? await saveText({ id, update: { ...values, version: loaded.version } })
              : await create(values)
            if (answer.data) stored = answer.data
            return answer
          })
        : null
    const outcome = problem ?? (await next(stored))
    setBusy(null)
    if ('fields' in outcome) setErrors(outcome.fields)
    else setErrors({})
    if ('code' in outcome && outcome.code === SIGN_IN_AGAIN) return
    const shown = 'kind' in outcome ? outcome : noticeOf(outcome)
    if (isNew && !problem) navigate(`/admin/letters/${stored._id}/edit`, { replace: true, state: { notice: shown } })
    else setNotice(shown)
  }
  return {
    ...draft,
    ...{ notice, errors, busy },
    dismiss: () => setNotice(null),
    say: setNotice,
    save: () => act('save', async () => ({ kind: 'success', message: LETTER_FORM.saved })),
    test: () =>
      act('test', async ({ _id }) => {
        const { data, error } = await test(_id)
        return data ? { kind: 'success', message: data.message } : formProblemOf(error)
      }),
    send: () =>
      act('send', async ({ _id, version }) => {
        const { error } = await send({ id: _id, version })
        return error ? formProblemOf(error) : { kind: 'success', message: LETTER_FORM.saved }
      }),
  }
}

const noticeOf = ({ message, code, reason }: FormProblem): Notice => ({
  kind: code === IS_MERGED ? 'warning' : 'error',
  ...{ message, theirs: reason },
})
