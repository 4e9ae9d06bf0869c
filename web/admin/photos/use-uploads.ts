import pLimit from 'p-limit'
import { useEffect, useRef, useState } from 'react'
import type { ProductImage } from '#contract/products.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { fileProblem, sendPhoto } from './send-photo.ts'

/**
 * An upload: the share that has been sent, and the error if it failed. `id` grows in the order of selection.
 */
export type Upload = { id: number; file: File; share: number; problem?: string | undefined }

/** The number of running and of failed uploads, and the names of the failed files: "a.tiff, b.jpg". */
export type UploadStatus = { underWay: number; failed: number; failedNames: string }

/** Two, so that one is sent while the shop processes the other. */
const AT_ONCE = 2

/** Uploads files, two at a time. `onArrived` gets each stored photo with its upload. */
export function useUploads(onArrived: (image: ProductImage, upload: Upload) => void) {
  const token = useAppSelector(({ session }) => session.user?.token) ?? ''
  const [uploads, setUploads] = useState<Upload[]>([])
  const [limit] = useState(() => pLimit(AT_ONCE))
  const lastId = useRef(0)
  const leaving = useRef(new AbortController())
  const arrived = useRef(onArrived)
  useEffect(() => {
    arrived.current = onArrived
  })
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => {
      limit.clearQueue()
      controller.abort()
    }
  }, [limit])

  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const forget = (id: number) => setUploads((all) => all.filter((one) => one.id !== id))

  async function send(upload: Upload) {
    const { id, file } = upload
    const { signal } = leaving.current
    try {
      const image = await sendPhoto(file, { token, signal, onProgress: (share) => change(id, { share }) })
      forget(id)
      arrived.current(image, upload)
    } catch (error) {
      if (signal.aborted) return
      console.error(`Upload of ${file.name} failed`, error)
      change(id, { problem: (error as Error).message })
    }
  }

  return {
    uploads,
    forget,
    add(files: Iterable<File>) {
      const chosen = Array.from(files, (file) => ({
        id: ++lastId.current,
        file,
        share: 0,
        problem: fileProblem(file),
      }))
      setUploads((all) => [...all, ...chosen])
      for (const upload of chosen) if (!upload.problem) void limit(send, upload)
    },
    retry(upload: Upload) {
      change(upload.id, { share: 0, problem: undefined })
      void limit(send, upload)
    },
  }
}
