import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { SETTINGS } from '#web/texts/admin-settings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** Saves or discards all that is changed, and names it. */
export function SettingsBar({ editing }: { editing: SettingsForm }) {
  const { problem, dismiss, isSending, changed, isDone, discard } = editing
  const isChanged = changed.length > 0
  const names = changed.map(editing.nameOf)
  return (
    <ActionBar label={SETTINGS.save}>
      {problem && (
        <div className="basis-full">
          <Alert onDismiss={dismiss}>{problem.message}</Alert>
        </div>
      )}
      <Button variant={isChanged ? 'primary' : 'secondary'} isBusy={isSending}>
        {SETTINGS.save}
      </Button>
      {isChanged && !isSending && (
        <ConfirmButton
          variant="quiet"
          sentence={SETTINGS.confirmDiscard(names.join(', '))}
          action={SETTINGS.discard}
          onConfirm={discard}
        >
          {SETTINGS.discard}
        </ConfirmButton>
      )}
      <span role="status" className="min-w-0 text-sm text-muted">
        {isChanged ? SETTINGS.notSaved(shortened(names)) : isDone ? SETTINGS.saved : SETTINGS.allSaved}
      </span>
    </ActionBar>
  )
}

/** How many fields the bar names, so that it stays low. */
const MOST_NAMED = 3

const shortened = (names: string[]) => {
  const first = names.slice(0, MOST_NAMED).join(', ')
  const more = names.length - MOST_NAMED
  return more > 0 ? SETTINGS.andMore(first, more) : first
}
