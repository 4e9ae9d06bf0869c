import { useState } from 'react'
import { useAppSelector } from '../../../store.ts'

const FAILED = 'The file could not be made. Please try again.'

/** Fetches a file as the admin and hands it to the browser to keep, under that name. */
export function useDownload(url: string, name: string) {
  const token = useAppSelector(({ session }) => session.user?.token)
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const download = async () => {
    setLoading(true)
    setError(null)
    try {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      if (answer.ok) hand(await answer.blob(), name)
      else setError(FAILED)
    } catch {
      setError(FAILED)
    }
    setLoading(false)
  }
  return { download, isLoading, error }
}

function hand(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
