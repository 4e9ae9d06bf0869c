import { useEffect, useRef, useState } from 'react'
import { useOpenBackupDownloadMutation } from './backupsApi.ts'
import { useBackups } from './use-backups.ts'

/** Makes a backup and downloads it once it is there. */
export function useBackupDownload() {
  const { query, running, isBusy, backUp, error } = useBackups()
  const [open, opening] = useOpenBackupDownloadMutation()
  const [formerName, setFormerName] = useState<string | null>()
  const isAsked = formerName !== undefined
  const newest = query.data?.backups[0]?.name ?? null
  const download = useRef(open)
  useEffect(() => {
    if (!isAsked || isBusy) return
    setFormerName(undefined)
    if (newest && newest !== formerName)
      void download.current(newest).then(({ data }) => data && window.location.assign(data.url))
  }, [isAsked, isBusy, newest, formerName])
  return {
    start() {
      setFormerName(newest)
      backUp()
    },
    isReady: query.data !== undefined,
    isMaking: isAsked && running === 'backup',
    isBusy: isBusy || opening.isLoading,
    error: error ?? opening.error,
    failure: query.data?.failure ?? null,
  }
}
