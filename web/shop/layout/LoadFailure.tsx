import { useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { FAILURE } from '#web/texts/failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

/** The result of a query hook: its error, and how to retry. */
export type LoadQuery = { error?: unknown; refetch(): unknown }

type Props = { queries: LoadQuery[]; className?: string }

/**
 * Shows the server's message of a failed query until it is dismissed or a retry succeeds. Ignores 404: the page itself
 * says that something does not exist.
 */
export function LoadFailure({ queries, className }: Props) {
  const [dismissedErrors, setDismissedErrors] = useState<unknown[]>([])
  const failedQueries = queries.filter(({ error }) => error && statusOf(error) !== 404)
  const shownQueries = failedQueries.filter(({ error }) => !dismissedErrors.includes(error))
  if (shownQueries.length === 0) return null
  return (
    <div data-load-failure className={className}>
      <FailureAlert
        failed={shownQueries}
        onDismiss={() => setDismissedErrors(shownQueries.map(({ error }) => error))}
      />
    </div>
  )
}

/** Whether the URL names something that does not or cannot exist (an invalid id or page number). */
export const isNotFound = (error: unknown) => [400, 404].includes(statusOf(error))

const statusOf = (error: unknown) => (error as ApiFailure | undefined)?.status ?? 0

type AlertProps = { failed: LoadQuery[]; onDismiss(): void }

function FailureAlert({ failed, onDismiss }: AlertProps) {
  const [isRetrying, setRetrying] = useState(false)
  const messages = new Set(failed.map(({ error }) => messageOf(error)))
  const retry = async () => {
    setRetrying(true)
    await Promise.all(failed.map((query) => query.refetch()))
    setRetrying(false)
  }
  return (
    <div ref={useFocusHandedOn()}>
      <Alert onDismiss={onDismiss}>
        {[...messages].map((message) => (
          <p key={message}>{message}</p>
        ))}
        <Button type="button" variant="quiet" isBusy={isRetrying} onClick={retry}>
          {FAILURE.tryAgain}
        </Button>
      </Alert>
    </div>
  )
}

/** Moves the focus from a disappearing element to the search box or the page. */
function useFocusHandedOn() {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const next = element.closest('dialog')?.querySelector('input') ?? document.getElementById('main')
      next?.focus({ preventScroll: true })
    }
  }, [])
  return ref
}
