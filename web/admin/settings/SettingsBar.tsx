import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { SETTING_NAMES, SETTINGS } from '#web/texts/admin-settings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import type { SettingName } from './setting-texts.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** Saves or discards all that is changed, and names it. */
export function SettingsBar({ editing }: { editing: SettingsForm }) {
  const { problem, dismiss, isSending, changed, isDone, discard } = editing
  const isChanged = changed.length > 0
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
          sentence={SETTINGS.confirmDiscard(namesOf(changed, changed.length))}
          action={SETTINGS.discard}
          onConfirm={discard}
        >
          {SETTINGS.discard}
        </ConfirmButton>
      )}
      <span role="status" className="min-w-0 text-sm text-muted">
        {isChanged ? SETTINGS.notSaved(namesOf(changed, MOST_NAMED)) : isDone ? SETTINGS.saved : SETTINGS.allSaved}
      </span>
    </ActionBar>
  )
}

/** How many fields the bar names, so that it stays low. */
const MOST_NAMED = 3

const namesOf = (names: SettingName[], most: number) => {
  const named = names.slice(0, most).map((name) => SETTING_NAMES[name])
  const more = names.length - named.length
  return more > 0 ? SETTINGS.andMore(named.join(', '), more) : named.join(', ')
}
