import { LOOK } from '#web/texts/admin-look.ts'
import { Button } from '#web/ui/Button.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import type { LookDraft } from './use-look-draft.ts'

/** Why the draft of the look is not saved or published, with the button that loads a look that others have changed. */
export function LookProblem({ draft: { problem, isOutdated, isBusy, reload } }: { draft: LookDraft }) {
  if (!problem) return null
  return (
    <StandingAlert of={problem.failure}>
      <p>{problem.message}</p>
      {isOutdated && (
        <Button type="button" variant="quiet" className="ml-0 px-0" isBusy={isBusy} onClick={() => void reload()}>
          {LOOK.load}
        </Button>
      )}
    </StandingAlert>
  )
}
