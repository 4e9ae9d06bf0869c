import { useEffect, useState } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import type { Connections } from '../contract.ts'
import { useConnectionsQuery, useRestartShopMutation } from './setupApi.ts'
import { RESTART, SHOP_CHECK } from './texts.ts'

const EVERY_MS = 1_000

/** Says that what was entered counts from the next start on, and restarts the shop where that can be done from here. */
export function RestartPanel({ canRestart }: Pick<Connections, 'canRestart'>) {
  const [restart, { isLoading, isSuccess, error }] = useRestartShopMutation()
  // Asked until the new shop answers; then this panel is gone.
  const { refetch } = useConnectionsQuery()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isSuccess) return
    const asking = setInterval(() => void refetch(), EVERY_MS)
    const patience = setTimeout(() => setLate(true), 60_000)
    return () => {
      clearInterval(asking)
      clearTimeout(patience)
    }
  }, [isSuccess, refetch])
  return (
    <Alert kind="warning">
      <span className="grid justify-items-start gap-3">
        <span>{RESTART.needed}</span>
        {error && <StandingAlert of={error}>{messageOf(error)}</StandingAlert>}
        {canRestart ? (
          <Button variant="secondary" isBusy={isLoading || isSuccess} onClick={() => void restart()}>
            {RESTART.restart}
          </Button>
        ) : (
          <span>{SHOP_CHECK.restart}</span>
        )}
        {isSuccess && <span role="status">{isLate ? RESTART.late : RESTART.restarting}</span>}
      </span>
    </Alert>
  )
}
