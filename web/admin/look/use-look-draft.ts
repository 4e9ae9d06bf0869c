import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { EditedLook, type Look } from '#contract/admin/look.ts'
import { Hero, LookPhoto, Mark, Notice } from '#contract/look.ts'
import { DARK_MODES, FONT_PAIRS, HOME_SECTIONS } from '#contract/look-choices.ts'
import { useDraft } from '#web/admin/forms/use-draft.ts'
import { useUnsavedWarning } from '#web/forms/use-unsaved.ts'
import { codeOf, issuesOf, messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import {
  useDiscardLookMutation,
  useLazyLookQuery,
  usePublishLookMutation,
  useRestoreLookMutation,
  useSaveLookMutation,
} from './lookApi.ts'
import { mergeLook } from './merge-look.ts'
import { useLookUploads } from './use-look-uploads.ts'

/** The pause after the last change until the draft is saved. */
const PAUSE_MS = 400

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The edited value with the part at the path as it is in the saved value. */
function withSavedPart(edited: unknown, saved: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined || !isObject(edited) || !isObject(saved)) return saved
  return { ...edited, [key]: withSavedPart(edited[key], saved[key], rest) }
}

type Answer = { data?: EditedLook | undefined; error?: unknown }

/** The parts of a look as they are typed, which the shop may refuse. */
const Fields = z.object({
  ...{
    accent: z.string(),
    background: z.string(),
    darkMode: z.enum(DARK_MODES),
    fonts: z.enum(FONT_PAIRS),
    mark: Mark,
    hero: Hero,
  },
  ...{ storyPhoto: LookPhoto.nullable(), home: z.array(z.enum(HOME_SECTIONS)) },
  notice: Notice.extend({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
})

/**
 * The look being edited. Each change is saved as the draft after a short pause; calls go one after the other, each with
 * the version that the call before it returned. What could not be saved stays in this tab.
 */
export function useLookDraft(stored: EditedLook) {
  const valuesOf = (edited: EditedLook) => edited.look
  const draft = useDraft({ key: 'look', stored, schema: EditedLook, fields: Fields, valuesOf, merge: mergeLook })
  const uploads = useLookUploads()
  const [isWaiting, setWaiting] = useState(false)
  const [saveLook] = useSaveLookMutation()
  const [publishLook] = usePublishLookMutation()
  const [discardLook] = useDiscardLookMutation()
  const [restoreLook] = useRestoreLookMutation()
  const [load] = useLazyLookQuery()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { call, isBusy, failure, isOutdated, last } = useCalls()

  const save = () => {
    clearTimeout(timer.current)
    return call(async () => {
      const { values: look, loaded, changed } = draft.latest()
      if (changed.length === 0) return null
      if (last.current.isOutdated) return { error: last.current.failure }
      const answer = await saveLook({ look, version: loaded.version })
      // The fields keep what was typed: the shop may have trimmed it.
      if (answer.data) draft.take({ ...answer.data, look }, look)
      return answer
    })
  }
  const change = (changed: Partial<Look> | ((present: Look) => Partial<Look>)) => {
    draft.change(changed)
    clearTimeout(timer.current)
    timer.current = setTimeout(save, PAUSE_MS)
  }
  /** A call that replaces the look on screen by the one that it returns. */
  const replace = (make: (version: string) => Promise<Answer>) => {
    clearTimeout(timer.current)
    return call(async () => {
      const answer = await make(draft.latest().loaded.version)
      if (answer.data) draft.startOver(answer.data)
      return answer
    })
  }

  useUnsavedWarning(uploads.isUploading)
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  // What was typed last is saved when the screen is left, and what was restored when it opens.
  const { isRestored } = draft
  useEffect(() => {
    if (isRestored) void latestSave.current()
  }, [isRestored])
  useEffect(() => () => void latestSave.current(), [])

  return {
    look: draft.values,
    saved: draft.loaded,
    uploads,
    isBusy: isBusy || isWaiting,
    isUnsaved: draft.changed.length > 0,
    /** Publishing waits for uploads. */
    isWaiting,
    /** What failed, the last call or an upload, and its sentence. */
    problem: failure ? { failure, message: messageOf(failure) } : uploads.problem,
    /** Somebody else has changed the look, or another tab: `reload` is needed. */
    isOutdated,
    /** The error at a field, by its path in the look: `{ error }`, for its props. */
    errorAt(path: string) {
      const issue = issuesOf(failure ?? {}).find((one) => one.path === `look.${path}`)
      return issue ? { error: issue.message } : {}
    },
    /** `changed` returns the new parts from the look as it is by then, which matters after an upload. */
    change,
    /** Saves the draft without the pause. Returns whether it is saved. */
    save,
    /** Saves the draft; what is refused in it becomes again what it was. */
    async dropRefused() {
      if ((await save()) || last.current.refusedPaths.length === 0) return
      const { values, loaded } = draft.latest()
      const paths = last.current.refusedPaths.map((path) => path.split('.'))
      draft.change(paths.reduce((rest, path) => withSavedPart(rest, loaded.look, path) as Look, values))
      await save()
    },
    /** Publishes the draft, if there is one, with what is being uploaded. Returns whether nothing is left to publish. */
    async publish() {
      setWaiting(true)
      const isUploaded = await uploads.settled()
      setWaiting(false)
      if (!isUploaded || !(await save())) return false
      return draft.latest().loaded.isDraft ? replace((version) => publishLook({ version })) : true
    },
    discard: () => replace((version) => discardLook({ version })),
    restore: (id: number) => replace((version) => restoreLook({ id, version })),
    /** Loads the look as it is now, and saves what was changed here on top of it. */
    async reload() {
      const isLoaded = await call(async () => {
        const { data, error } = await load()
        // After a failure `data` is still what was loaded before.
        if (data && !error) draft.merge(data)
        return error ? { error } : { data }
      })
      return isLoaded && save()
    },
  }
}

export type LookDraft = ReturnType<typeof useLookDraft>

/** Calls of the look, one after the other. `last` is how the last one ended. */
function useCalls() {
  const [isBusy, setBusy] = useState(false)
  const [{ failure, isOutdated }, setEnd] = useState(NO_FAILURE)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const last = useRef(NO_FAILURE)

  const end = (refused: ApiFailure | undefined) => {
    last.current = refused ? endOf(refused, last.current.isOutdated) : NO_FAILURE
    setEnd(last.current)
  }
  /** Makes a call after those before it; null is none. Returns whether it succeeded. */
  const call = (make: () => Promise<Answer | null>) => {
    const run = async () => {
      setBusy(true)
      const answer = await make()
      setBusy(false)
      if (answer || !last.current.isOutdated) end(answer?.error as ApiFailure | undefined)
      return !answer?.error
    }
    const done = queue.current.then(run)
    queue.current = done
    return done
  }
  return { call, isBusy, failure, isOutdated, last }
}

/** How a call ended: `isOutdated` until the look is loaded again, `refusedPaths` are in the look. */
type End = { failure: ApiFailure | undefined; isOutdated: boolean; refusedPaths: string[] }
const NO_FAILURE: End = { failure: undefined, isOutdated: false, refusedPaths: [] }

const endOf = (failure: ApiFailure, wasOutdated: boolean): End => ({
  failure,
  isOutdated: codeOf(failure) === 'look_changed' || wasOutdated,
  refusedPaths: issuesOf(failure).map(({ path }) => path.replace('look.', '')),
})
