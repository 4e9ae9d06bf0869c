import { CheckField } from '#web/ui/Field.tsx'
import { switchField } from './setting-texts.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** The switches of features that have their place on this screen. */
export const AddedSwitches = ({ editing: { switches, texts, change } }: { editing: SettingsForm }) =>
  switches.map(({ name, label, hint }) => {
    const field = switchField(name)
    return (
      <CheckField
        key={name}
        label={label}
        hint={hint}
        name={field}
        checked={texts[field] === 'on'}
        onChange={({ currentTarget }) => change(field, currentTarget.checked ? 'on' : '')}
      />
    )
  })
