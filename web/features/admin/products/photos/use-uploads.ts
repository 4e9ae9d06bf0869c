import { useEffect, useRef, useState } from 'react'
import type { ProductImage } from '#contract/products.ts'
import { useAppSelector } from '../../../../store.ts'
import { fileProblem, sendPhoto } from './send-photo.ts'

/**
 * An upload: the share that has been sent, and the error if it failed. `turn` is its place in the order of selection.
 */
export type Upload = { turn: number; file: File; share: number; problem?: string | undefined }

/** The number of running and of failed uploads, and the names of the failed files: "a.heic, b.jpg". */
export type UploadStatus = { underWay: number; failed: number; failedNames: string }

/** Two, so that one is sent while the shop processes the other. */
const AT_ONCE = 2

/** Uploads files, two at a time. `onArrived` gets each stored photo with its upload. */
export function useUploads(onArrived: (image: ProductImage, upload: Upload) => void) {
  const token = useAppSelector(({ session }) => session.user?.token) ?? ''
  const [uploads, setUploads] = useState<Upload[]>([])
  const waiting = useRef<Upload[]>([])
  const underWay = useRef(0)
  const turns = useRef(0)
  const leaving = useRef(new AbortController())
  const arrived = useRef(onArrived)
  useEffect(() => {
    arrived.current = onArrived
  })
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  const change = (turn: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.turn === turn ? { ...one, ...changes } : one)))
  const forget = (turn: number) => setUploads((all) => all.filter((one) => one.turn !== turn))

  async function send(upload: Upload) {
    const { turn, file } = upload
    const { signal } = leaving.current
    try {
      const image = await sendPhoto(file, { token, signal, onProgress: (share) => change(turn, { share }) })
      forget(turn)
      arrived.current(image, upload)
    } catch (error) {
      if (signal.aborted) return
      console.error(`Upload of ${file.name} failed`, error)
      change(turn, { problem: (error as Error).message })
    }
  }

  function sendNext() {
    while (underWay.current < AT_ONCE && !leaving.current.signal.aborted) {
      const next = waiting.current.shift()
      if (!next) return
      underWay.current++
      void send(next).finally(() => {
        underWay.current--
        sendNext()
      })
    }
  }

  function line(upload: Upload) {
    waiting.current.push(upload)
    sendNext()
  }

  return {
    uploads,
    forget,
    add(files: Iterable<File>) {
      const chosen = Array.from(files, (file) => ({
        turn: ++turns.current,
        file,
        share: 0,
        problem: fileProblem(file),
      }))
      setUploads((all) => [...all, ...chosen])
      for (const upload of chosen) if (!upload.problem) line(upload)
    },
    retry(upload: Upload) {
      change(upload.turn, { share: 0, problem: undefined })
      line(upload)
    },
  }
}
