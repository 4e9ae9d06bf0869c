import { useEffect, useState } from 'react'
import { useBackupsQuery, useStartBackupMutation, useStartPracticeMutation } from './backupsApi.ts'

/** How often the shop is asked how far it is, and for how long after a press until it says that it has begun. */
const EVERY_MS = 1_500
const BEGIN_MS = 6_000

/** The backups, and what starts one or a practice. Follows what is going on until it ends. */
export function useBackups() {
  const [isPressed, setPressed] = useState(false)
  const query = useBackupsQuery(undefined, { refetchOnMountOrArgChange: true })
  const running = query.data?.running ?? null
  useBackupsQuery(undefined, { skip: !isPressed && !running, pollingInterval: EVERY_MS })
  const [backUp, backingUp] = useStartBackupMutation()
  const [practice, practicing] = useStartPracticeMutation()
  useEffect(() => {
    if (!isPressed) return
    const timer = setTimeout(() => setPressed(false), BEGIN_MS)
    return () => clearTimeout(timer)
  }, [isPressed])
  const press = (start: () => { unwrap(): Promise<unknown> }) => () => {
    setPressed(true)
    start()
      .unwrap()
      .catch(() => setPressed(false))
  }
  return {
    query,
    running,
    isBusy: isPressed || running !== null,
    backUp: press(() => backUp()),
    practice: press(() => practice()),
    error: backingUp.error ?? practicing.error,
  }
}
