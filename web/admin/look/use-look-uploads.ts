import { useRef, useState } from 'react'
import { fileProblem, type Sending } from '#web/admin/photos/send-photo.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { LOOK_PHOTO } from '#web/texts/admin-look.ts'

/** A picture of the look, or of a collection. */
export type LookSlot = 'logo' | 'hero' | 'story' | 'collection'

type Upload = { isSending: boolean; fileName: string; problem?: string }

/**
 * The uploads of the look's pictures. They belong to the draft and not to their fields, so that an upload goes on when
 * its field leaves the screen.
 */
export function useLookUploads() {
  const token = useAppSelector(({ session }) => session.user?.token) ?? ''
  const [uploads, setUploads] = useState<Partial<Record<LookSlot, Upload>>>({})
  const running = useRef(new Set<Promise<boolean>>())
  const note = (slot: LookSlot, upload: Upload) => setUploads((before) => ({ ...before, [slot]: upload }))

  /** Sends the file and hands the answer to `onSent`. Returns whether that succeeded. */
  async function send<Sent>(slot: LookSlot, file: File, { send, onSent }: Sender<Sent>) {
    const fileName = file.name
    note(slot, { isSending: true, fileName })
    try {
      onSent(await send(file, { token, signal: new AbortController().signal, onProgress: () => {} }))
      note(slot, { isSending: false, fileName })
      return true
    } catch (error) {
      note(slot, { isSending: false, fileName, problem: (error as Error).message })
      return false
    }
  }
  const all = Object.values(uploads)
  const failed = all.find(({ problem }) => problem)
  return {
    of: (slot: LookSlot): Partial<Upload> => uploads[slot] ?? {},
    isUploading: all.some(({ isSending }) => isSending),
    /** A file that is not uploaded, and the sentence on it. */
    problem: failed?.problem
      ? { failure: failed, message: LOOK_PHOTO.failed(failed.fileName, failed.problem) }
      : undefined,
    start<Sent>(slot: LookSlot, file: File, sender: Sender<Sent>) {
      const problem = fileProblem(file)
      if (problem) return note(slot, { isSending: false, fileName: file.name, problem })
      const sent = send(slot, file, sender)
      running.current.add(sent)
      void sent.finally(() => running.current.delete(sent))
    },
    /** Waits for the uploads under way. Returns whether all of them succeeded. */
    settled: async () => (await Promise.all(running.current)).every(Boolean),
  }
}

/** How a file is sent, and what is done with the answer. */
export type Sender<Sent> = { send(file: File, sending: Sending): Promise<Sent>; onSent(sent: Sent): void }

export type LookUploads = ReturnType<typeof useLookUploads>
