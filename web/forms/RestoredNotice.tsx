import { UNSAVED } from '../texts/account.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

/** Says that a form shows what was typed into it before, which the user can discard. */
export const RestoredNotice = ({ onDiscard }: { onDiscard(): void }) => (
  <Alert kind="info">
    <p>{UNSAVED.restored}</p>
    <Button type="button" variant="quiet" className="ml-0" onClick={onDiscard}>
      {UNSAVED.discard}
    </Button>
  </Alert>
)
