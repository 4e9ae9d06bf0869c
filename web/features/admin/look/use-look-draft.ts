import { useEffect, useRef, useState } from 'react'
import type { EditedLook, Look } from '#contract/admin/look.ts'
import { codeOf, issuesOf, messageOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import { useUnsavedWarning } from '../../../forms/use-unsaved.ts'
import { useAppDispatch } from '../../../store.ts'
import { FRESH } from '../fresh-data.ts'
import {
  lookApi,
  useDiscardLookMutation,
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

/**
 * The look being edited. Each change is saved as the draft after a short pause; calls go one after the other, each with
 * the version that the call before it returned.
 */
export function useLookDraft(loaded: EditedLook) {
  const [saved, setSaved] = useState(loaded)
  const [look, setLook] = useState(loaded.look)
  const uploads = useLookUploads()
  const [isWaiting, setWaiting] = useState(false)
  const [saveLook] = useSaveLookMutation()
  const [publishLook] = usePublishLookMutation()
  const [discardLook] = useDiscardLookMutation()
  const [restoreLook] = useRestoreLookMutation()
  const fresh = useFreshLook()
  const present = useRef({ look: loaded.look, saved: loaded.look, version: loaded.version, isDraft: loaded.isDraft })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { call, isBusy, failure, isOutdated, last } = useCalls((data) => {
    present.current.version = data.version
    present.current.isDraft = data.isDraft
    setSaved(data)
  })

  const save = () => {
    clearTimeout(timer.current)
    return call(async () => {
      const { look: sent, saved: before, version } = present.current
      if (sent === before) return null
      if (last.current.isOutdated) return { error: last.current.failure }
      const answer = await saveLook({ look: sent, version })
      if (answer.data) present.current.saved = sent
      return answer
    })
  }

  const show = (next: Look) => {
    present.current.look = next
    setLook(next)
  }

  /** A call that replaces the look on screen by the one that it returns. */
  const replace = (make: (version: string) => Promise<Answer>) => {
    clearTimeout(timer.current)
    return call(async () => {
      const answer = await make(present.current.version)
      if (answer.data) {
        present.current.saved = answer.data.look
        show(answer.data.look)
      }
      return answer
    })
  }

  const isUnsaved = look !== present.current.saved
  useUnsavedWarning(isUnsaved || uploads.isUploading)
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  // What was typed last is saved when the screen is left.
  useEffect(() => () => void latestSave.current(), [])

  return {
    look,
    saved,
    uploads,
    isBusy: isBusy || isWaiting,
    isUnsaved,
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
    change(changed: Partial<Look> | ((present: Look) => Partial<Look>)) {
      const before = present.current.look
      show({ ...before, ...(typeof changed === 'function' ? changed(before) : changed) })
      clearTimeout(timer.current)
      timer.current = setTimeout(save, PAUSE_MS)
    },
    /** Saves the draft without the pause. Returns whether it is saved. */
    save,
    /** Saves the draft; what is refused in it becomes again what it was. */
    async dropRefused() {
      if ((await save()) || last.current.refusedPaths.length === 0) return
      const { look: edited, saved: before } = present.current
      show(
        last.current.refusedPaths.reduce((rest, path) => withSavedPart(rest, before, path.split('.')) as Look, edited),
      )
      await save()
    },
    /** Publishes the draft, if there is one, with what is being uploaded. Returns whether nothing is left to publish. */
    async publish() {
      setWaiting(true)
      const isUploaded = await uploads.settled()
      setWaiting(false)
      if (!isUploaded || !(await save())) return false
      return present.current.isDraft ? replace((version) => publishLook({ version })) : true
    },
    discard: () => replace((version) => discardLook({ version })),
    restore: (id: number) => replace((version) => restoreLook({ id, version })),
    /** Loads the look as it is now, and saves what was changed here on top of it. */
    async reload() {
      const isLoaded = await call(async () => {
        const answer = await fresh()
        if (!answer.data) return answer
        const { look: mine, saved: before } = present.current
        const now = answer.data.look
        show(mine === before ? now : mergeLook({ loaded: before, mine, now }))
        present.current.saved = now
        return answer
      })
      return isLoaded && save()
    },
  }
}

export type LookDraft = ReturnType<typeof useLookDraft>

/** Calls of the look, one after the other. `onDone` hears of each that succeeds; `last` is how the last one ended. */
function useCalls(onDone: (data: EditedLook) => void) {
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
      if (!answer) return true
      end(answer.error as ApiFailure | undefined)
      if (answer.data) onDone(answer.data)
      return Boolean(answer.data)
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

/** Loads the look as it is now. */
function useFreshLook() {
  const dispatch = useAppDispatch()
  return async (): Promise<Answer> => {
    const query = lookApi.endpoints.look.initiate(undefined, FRESH)
    const { data, error } = await dispatch(query)
    // After a failure `data` is still what was loaded before.
    return error ? { error } : { data }
  }
}
