import { useRef, useState } from 'react'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Settings } from '#contract/admin/settings.ts'
import { picked } from '#web/admin/forms/merge-fields.ts'
import { useSavedDraft } from '#web/admin/forms/use-saved-draft.ts'
import { type SettingTexts, settingTexts } from '#web/admin/settings/setting-texts.ts'
import { useSettingsOptions } from '#web/admin/settings/use-settings-form.ts'
import type { FormProblem } from '#web/forms/problems.ts'

const NAMES = ['name', 'story', 'shipDays', 'returnsText', 'shippingOne', 'shippingMore', 'tax', 'timeZone'] as const
type TextName = (typeof NAMES)[number]

/** Settings as fields that are saved when they lose the focus, and with the card that they are on. */
export function useSettingFields(saved: Settings) {
  const options = useSettingsOptions('welcome', saved, NAMES)
  const draft = useSavedDraft({ ...options, valuesOf: (stored) => withOwnTimeZone(settingTexts(stored)) })
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const queue = useRef<Promise<FormProblem | null>>(Promise.resolve(null))
  const errors = problem?.fields ?? {}

  const saveNow = async () => {
    const refusal = await draft.save()
    setProblem(refusal)
    return refusal
  }
  const saveNext = () => {
    queue.current = queue.current.then(saveNow)
    return queue.current
  }
  /** Saves what has changed. Returns whether all of it is saved. */
  const save = async () => (await saveNext()) === null
  /** Saves what has changed; a field that is refused gets its saved text back. */
  const dropRefused = async () => {
    const names = Object.keys((await saveNext())?.fields ?? {}) as TextName[]
    if (names.length === 0) return
    draft.change(picked(settingTexts(draft.latest().loaded), names))
    await saveNext()
  }
  const change = (name: TextName, text: string) => draft.change({ [name]: text })
  return {
    save,
    change,
    dropRefused,
    problem: problem && Object.keys(errors).length === 0 ? problem : undefined,
    /** Changes with every save. */
    version: draft.loaded.version,
    /** The props of a field. */
    box: (name: TextName) => ({
      name,
      value: draft.values[name],
      ...(errors[name] ? { error: errors[name] } : {}),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(name, currentTarget.value),
      onBlur: () => void save(),
    }),
  }
}

/** The time zone of a new shop is a guess; that of the owner's browser is a better one. */
function withOwnTimeZone(texts: SettingTexts): SettingTexts {
  if (texts.timeZone !== DEFAULT_SETTINGS.timeZone) return texts
  return { ...texts, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || texts.timeZone }
}

export type SettingFields = ReturnType<typeof useSettingFields>
