import { useEffect, useRef } from 'react'
import type { FormProblem } from '#web/forms/problems.ts'
import { RestoredNotice } from '#web/forms/RestoredNotice.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { IS_MERGED } from './use-saved-draft.ts'

type Props = {
  editing: { problem: FormProblem | null; isRestored: boolean; changed: unknown[]; dismiss(): void; discard(): void }
}

/** What stands above the fields of a draft: why it is not saved, or that it was restored. Each refusal comes into view. */
export function DraftNotices({ editing: { problem, isRestored, changed, dismiss, discard } }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  // A problem that has fields becomes another one with each of them that is put right.
  const refusal = problem && Object.keys(problem.fields).length === 0 ? problem : problem?.message
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  if (!problem) return isRestored && changed.length > 0 && <RestoredNotice onDiscard={discard} />
  return (
    <div ref={notice} className="scroll-my-6">
      <Alert kind={problem.code === IS_MERGED ? 'warning' : 'error'} onDismiss={dismiss}>
        {problem.message}
      </Alert>
    </div>
  )
}
