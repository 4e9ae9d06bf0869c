import { useEffect, useState } from 'react'
import type { AdminTextPage } from '#contract/admin/text-pages.ts'
import { codeOf, isCanceled, messageOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import { useAppDispatch, useAppSelector } from '../../../store.ts'
import { PAGE_FORM } from '../../../texts/admin-pages.ts'
import { FRESH, freshData } from '../fresh-data.ts'
import { mergeFields } from '../merge-fields.ts'
import { isUnsaved, readPageDraft, savePageDraft, TEXT_FIELDS, type Texts, textsOf } from './text-page-draft.ts'
import {
  textPagesApi,
  usePublishTextPageMutation,
  useSaveTextPageMutation,
  useUnpublishTextPageMutation,
} from './textPagesApi.ts'

/** The notice above the form. `theirs` is a text that somebody else saved while this one was written. */
type Notice = { kind: 'error' | 'warning' | 'success' | 'info'; message: string; theirs?: string | undefined }
type Answer = { data?: AdminTextPage; error?: unknown }

/** The form of a text page. Its texts survive leaving the screen, an error, and a save by another admin. */
export function useTextPageForm(page: AdminTextPage) {
  const [userId] = useState(useAppSelector(({ session }) => session.user?._id ?? ''))
  const [draft] = useState(() => readPageDraft(page.slug, userId))
  const [form, setForm] = useState(draft ?? { loaded: page, texts: textsOf(page) })
  const [notice, setNotice] = useState<Notice | null>(
    draft && isUnsaved(draft) ? { kind: 'info', message: PAGE_FORM.restored } : null,
  )
  const [busy, setBusy] = useState<string | null>(null)
  const [save] = useSaveTextPageMutation()
  const [publish] = usePublishTextPageMutation()
  const [unpublish] = useUnpublishTextPageMutation()
  const fresh = useFresh(page.slug)
  const { loaded, texts } = form
  useEffect(() => savePageDraft(form, userId), [form, userId])

  const mergeTheirs = async (failure: ApiFailure) => {
    const now = await fresh()
    if (!now) return setNotice({ kind: 'error', message: messageOf(failure) })
    const merged = mergeFields<Texts>(TEXT_FIELDS, { loaded: textsOf(loaded), mine: texts, now: textsOf(now) })
    setForm({ loaded: now, texts: merged.fields })
    const theirs = merged.both.includes('body') ? now.body : undefined
    setNotice({ kind: 'warning', message: sentenceOn(merged), theirs })
  }
  const send = async (action: string, success: string, call: () => PromiseLike<Answer>) => {
    if (busy) return
    setBusy(action)
    const { data, error } = await call()
    setBusy(null)
    if (data) {
      // What was typed meanwhile stays.
      const left = (name: keyof Texts, now: Texts) => (now[name] === texts[name] ? data[name] : now[name])
      setForm(({ texts: now }) => ({ loaded: data, texts: { title: left('title', now), body: left('body', now) } }))
      return setNotice({ kind: 'success', message: success })
    }
    if (codeOf(error as ApiFailure) === 'page_changed') return mergeTheirs(error as ApiFailure)
    if (!isCanceled(error)) setNotice({ kind: 'error', message: messageOf(error) })
  }
  const wanted = { slug: page.slug, body: { ...texts, version: loaded.version } }
  return {
    loaded,
    texts,
    notice,
    busy,
    isUnsaved: isUnsaved(form),
    dismiss: () => setNotice(null),
    change: (some: Partial<Texts>) => setForm((now) => ({ ...now, texts: { ...now.texts, ...some } })),
    discard: () => setForm({ loaded, texts: textsOf(loaded) }),
    save: () => send('save', loaded.state === 'draft' ? PAGE_FORM.saved : PAGE_FORM.savedBeside, () => save(wanted)),
    publish: () => send('publish', PAGE_FORM.published, () => publish(wanted)),
    unpublish: async () => {
      await send('unpublish', PAGE_FORM.unpublished, () => unpublish(page.slug))
    },
    say: setNotice,
  }
}

/** Loads the page as it is now; undefined when that fails. */
function useFresh(slug: string) {
  const dispatch = useAppDispatch()
  return () => freshData(dispatch(textPagesApi.endpoints.textPage.initiate(slug, FRESH)))
}

function sentenceOn({ theirs, both }: { theirs: (keyof Texts)[]; both: (keyof Texts)[] }) {
  const named = (names: (keyof Texts)[]) => names.map((name) => PAGE_FORM.fields[name]).join(', ')
  return [
    PAGE_FORM.changedByOthers,
    ...(theirs.length > 0 ? [PAGE_FORM.theirs(named(theirs))] : []),
    ...(both.length > 0 ? [PAGE_FORM.both(named(both))] : []),
    PAGE_FORM.saveAgain,
  ].join(' ')
}
