import { z } from 'zod'
import { AdminTextPage } from '#contract/admin/text-pages.ts'
import { deleteDraft, readDraft, saveDraft } from '../../../drafts.ts'

/** What the form of a page edits. */
export const TEXT_FIELDS = ['title', 'body'] as const
const Texts = z.object({ title: z.string(), body: z.string() })
export type Texts = z.infer<typeof Texts>

/** An unsaved form: the page it was loaded from, and its texts. */
const TextPageDraft = z.object({ loaded: AdminTextPage, texts: Texts })
export type TextPageDraft = z.infer<typeof TextPageDraft>

export const textsOf = ({ title, body }: AdminTextPage): Texts => ({ title, body })

/** Whether the form has something that is not saved. */
export const isUnsaved = ({ loaded, texts }: TextPageDraft) => TEXT_FIELDS.some((name) => texts[name] !== loaded[name])

const nameOf = (slug: string) => `page:${slug}`

/** The user's draft of a page in this tab, which survives links and reloads; null without one. */
export function readPageDraft(slug: string, userId: string): TextPageDraft | null {
  const { data } = TextPageDraft.safeParse(readDraft(nameOf(slug), userId))
  return data?.loaded.slug === slug ? data : null
}

/** Saves the user's draft of a page; deletes it when nothing is changed. */
export function savePageDraft(draft: TextPageDraft, userId: string) {
  if (isUnsaved(draft)) saveDraft(nameOf(draft.loaded.slug), userId, draft)
  else deletePageDraft(draft.loaded.slug)
}

export const deletePageDraft = (slug: string) => deleteDraft(nameOf(slug))
