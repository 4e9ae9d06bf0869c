import { useState } from 'react'
import { useStore } from 'react-redux'
import { SIGN_IN_AGAIN } from '../../../api-failure.ts'
import { saveFile } from '../../../save-file.ts'
import type { RootState } from '../../../store.ts'
import { LISTS } from '../../../texts/admin.ts'
import { signInAgain } from '../../accounts/sign-in-again.ts'

/**
 * Downloads a file with the admin's token, under this name; asks for the password when it takes a recent sign-in. Returns
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
    const password = isAsked && (await signInAgain().catch(() => null))
    const file = password ? await fetched() : answer
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
