import { useState } from 'react'
import { AdminTextPage } from '#contract/admin/text-pages.ts'
import { IS_MERGED, mergeProblem, useSavedDraft } from '#web/admin/forms/use-saved-draft.ts'
import type { FormProblem } from '#web/forms/problems.ts'
import { SIGN_IN_AGAIN } from '#web/lib/api-failure.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { PAGE_FORM } from '#web/texts/admin-pages.ts'
import {
  useLazyTextPageQuery,
  usePublishTextPageMutation,
  useSaveTextPageMutation,
  useUnpublishTextPageMutation,
} from './textPagesApi.ts'

/** The notice above the form. `theirs` is a text that somebody else saved while this one was written. */
type Notice = { kind: 'error' | 'warning' | 'success'; message: string; theirs?: string | undefined }

const Texts = AdminTextPage.pick({ title: true, body: true })
const askAgain = mergeProblem(PAGE_FORM.noun, PAGE_FORM.fields)

/** The form of a text page. Its texts survive leaving the screen, an error, and a save by another admin. */
export function useTextPageForm(page: AdminTextPage) {
  const { slug } = page
  const [notice, setNotice] = useState<Notice | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [saveText] = useSaveTextPageMutation()
  const [publish] = usePublishTextPageMutation()
  const [unpublish] = useUnpublishTextPageMutation()
  const [load] = useLazyTextPageQuery()
  const { save, ...draft } = useSavedDraft({
    ...{ key: `page:${slug}`, stored: page, schema: AdminTextPage, fields: Texts },
    valuesOf: ({ title, body }) => ({ title, body }),
    conflict: {
      codes: ['page_changed'],
      load: () => load(slug),
      problem: (merged, { body }) => ({ ...askAgain(merged), ...(merged.both.includes('body') && { reason: body }) }),
    },
    save: ({ values, loaded: { version } }) => saveText({ slug, body: { ...values, version } }),
  })
  const act = async (action: string, success: string, call: () => Promise<FormProblem | null>) => {
    if (busy) return
    setBusy(action)
    const problem = await call()
    setBusy(null)
    if (problem?.code === SIGN_IN_AGAIN) return
    setNotice(problem ? noticeOf(problem) : { kind: 'success', message: success })
  }
  const { loaded } = draft
  return {
    ...draft,
    notice,
    busy,
    dismiss: () => setNotice(null),
    save: () => act('save', loaded.state === 'draft' ? PAGE_FORM.saved : PAGE_FORM.savedBeside, () => save()),
    publish: () =>
      act('publish', PAGE_FORM.published, () =>
        save(({ values, loaded: { version } }) => publish({ slug, body: { ...values, version } })),
      ),
    unpublish: () =>
      act('unpublish', PAGE_FORM.unpublished, async () => {
        const { data, error } = await unpublish(slug)
        if (data) draft.merge(data)
        return error ? formProblemOf(error) : null
      }),
    say: setNotice,
  }
}

const noticeOf = ({ message, code, reason }: FormProblem): Notice => ({
  kind: code === IS_MERGED ? 'warning' : 'error',
  ...{ message, theirs: reason },
})
