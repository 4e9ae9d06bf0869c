import { useState } from 'react'
import { useStore } from 'react-redux'
import { SIGN_IN_AGAIN } from '#web/lib/api-failure.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { signInAgain } from '#web/lib/sign-in-again.ts'
import type { RootState } from '#web/shop/visitor/store.ts'
import { LISTS } from '#web/texts/admin.ts'

/**
 * Downloads a file with the admin's token, under this name; asks to sign in again when it takes a recent sign-in. Returns
 * an error message or null.
 */
export function useDownload(url: string, name: string) {
  const store = useStore<RootState>()
  const [isLoading, setLoading] = useState(false)
  const fetched = () => fetchFile(url, store.getState().session.user?.token)
  const download = async () => {
    setLoading(true)
    const answer = await fetched()
    const isAsked = answer === SIGN_IN_AGAIN
    const proof = isAsked && (await signInAgain().catch(() => null))
    const file = proof ? await fetched() : answer
    setLoading(false)
    if (file instanceof Blob) saveFile(file, name)
    return file instanceof Blob || file === SIGN_IN_AGAIN ? null : LISTS.downloadFailed
  }
  return { download, isLoading }
}

/** The file, or the code of the refusal. */
async function fetchFile(url: string, token = ''): Promise<Blob | string | undefined> {
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    return answer.ok ? await answer.blob() : (await answer.json()).code
  } catch {
    return undefined
  }
}
