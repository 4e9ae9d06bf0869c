import { useEffect, useRef, useState } from 'react'
import type { EditedLook, Look } from '#contract/admin/look.ts'
import { codeOf, issuesOf, messageOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import { useUnsavedWarning } from '../../../forms/use-unsaved.ts'
import {
  useDiscardLookMutation,
  usePublishLookMutation,
  useRestoreLookMutation,
  useSaveLookMutation,
} from './lookApi.ts'

/** The pause after the last change until the draft is saved. */
const PAUSE_MS = 400

const hasChanged = (failure: ApiFailure | undefined) => Boolean(failure && codeOf(failure) === 'look_changed')

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
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const [saveLook] = useSaveLookMutation()
  const [publishLook] = usePublishLookMutation()
  const [discardLook] = useDiscardLookMutation()
  const [restoreLook] = useRestoreLookMutation()
  const present = useRef({ look: loaded.look, saved: loaded.look, version: loaded.version })
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** Another admin has changed the look: only loading it again helps. */
  const isOutdated = useRef(false)
  /** The paths in the look that the last call refused. */
  const refusedPaths = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Runs a call after those before it. Returns whether it succeeded. */
  const call = (make: () => Promise<Answer | null>) => {
    const run = async () => {
      setBusy(true)
      const answer = await make()
      setBusy(false)
      if (!answer) return true
      const { data, error } = answer
      const refused = error as ApiFailure | undefined
      isOutdated.current = hasChanged(refused)
      refusedPaths.current = issuesOf(refused ?? {}).map(({ path }) => path.replace('look.', ''))
      setFailure(refused)
      if (data) {
        present.current.version = data.version
        setSaved(data)
      }
      return Boolean(data)
    }
    const done = queue.current.then(run)
    queue.current = done
    return done
  }

  const save = () => {
    clearTimeout(timer.current)
    return call(async () => {
      const { look: sent, saved: before, version } = present.current
      if (sent === before || isOutdated.current) return null
      const answer = await saveLook({ look: sent, version })
      if (answer.data) present.current.saved = sent
      return answer
    })
  }

  /** A call that replaces the look on screen by the one that it returns. */
  const replace = (make: (version: string) => Promise<Answer>) =>
    call(async () => {
      const answer = await make(present.current.version)
      if (answer.data) adopt(answer.data.look)
      return answer
    })

  const adopt = (next: Look) => {
    present.current.look = next
    present.current.saved = next
    setLook(next)
  }

  const isUnsaved = look !== present.current.saved
  useUnsavedWarning(isUnsaved)
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  // What was typed last is saved when the screen is left.
  useEffect(() => () => void latestSave.current(), [])

  return {
    look,
    saved,
    isBusy,
    isUnsaved,
    /** The sentence of the last call, if it failed. */
    problem: failure ? messageOf(failure) : undefined,
    isOutdated: hasChanged(failure),
    /** The error at a field, by its path in the look: `{ error }`, for its props. */
    errorAt(path: string) {
      const issue = issuesOf(failure ?? {}).find((one) => one.path === `look.${path}`)
      return issue ? { error: issue.message } : {}
    },
    /** `changed` returns the new parts from the look as it is by then, which matters after an upload. */
    change(changed: Partial<Look> | ((present: Look) => Partial<Look>)) {
      const before = present.current.look
      const next = { ...before, ...(typeof changed === 'function' ? changed(before) : changed) }
      present.current.look = next
      setLook(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(save, PAUSE_MS)
    },
    /** Saves the draft without the pause. Returns whether it is saved. */
    save,
    /** Saves the draft; what is refused in it becomes again what it was. */
    async dropRefused() {
      if ((await save()) || refusedPaths.current.length === 0) return
      const { look: edited, saved: before } = present.current
      const next = refusedPaths.current.reduce(
        (rest, path) => withSavedPart(rest, before, path.split('.')) as Look,
        edited,
      )
      present.current.look = next
      setLook(next)
      await save()
    },
    async publish() {
      return (await save()) && replace((version) => publishLook({ version }))
    },
    discard() {
      clearTimeout(timer.current)
      return replace((version) => discardLook({ version }))
    },
    restore(id: number) {
      clearTimeout(timer.current)
      return replace((version) => restoreLook({ id, version }))
    },
  }
}

export type LookDraft = ReturnType<typeof useLookDraft>
