import { useState } from 'react'
import { saveFile } from '../../../save-file.ts'
import { useAppSelector } from '../../../store.ts'
import { LISTS } from '../../../texts/admin.ts'

/** Downloads a file with the admin's token, under this name. Returns an error message or null. */
export function useDownload(url: string, name: string) {
  const token = useAppSelector(({ session }) => session.user?.token)
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    const file = await fetched(url, token)
    setLoading(false)
    if (!file) return LISTS.downloadFailed
    saveFile(file, name)
    return null
  }
  return { download, isLoading }
}

const fetched = (url: string, token = '') =>
  fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(
    (answer) => (answer.ok ? answer.blob() : null),
    () => null,
  )
