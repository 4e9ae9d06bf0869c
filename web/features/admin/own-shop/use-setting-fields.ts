import { useRef, useState } from 'react'
import type { Settings } from '#contract/admin/settings.ts'
import { messageOf } from '../../../api-failure.ts'
import { formProblemOf } from '../../accounts/validation.ts'
import { type SettingTexts, settingTexts, updateOf } from '../settings/setting-texts.ts'
import { useUpdateSettingsMutation } from '../settings/settingsApi.ts'

type TextName = 'name' | 'story' | 'shipDays' | 'returnsText' | 'shippingOne' | 'shippingMore'

/** Settings as fields that are saved when they lose the focus, and with the card that they are on. */
export function useSettingFields(saved: Settings) {
  const [loaded, setLoaded] = useState<SettingTexts>(() => settingTexts(saved))
  const [texts, setTexts] = useState(loaded)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [version, setVersion] = useState(saved.version)
  const [update] = useUpdateSettingsMutation()
  const queue = useRef<Promise<boolean>>(Promise.resolve(true))

  const saveNow = async () => {
    const changed = Object.entries(texts).filter(([name, text]) => text !== loaded[name as TextName])
    if (changed.length === 0) return true
    const made = updateOf(Object.fromEntries(changed))
    const refused = 'problem' in made ? made.problem : undefined
    const { data, error } = refused || 'problem' in made ? {} : await update(made.update)
    const found = refused ?? (error ? formProblemOf(error) : undefined)
    setErrors(found?.fields ?? {})
    setProblem(found && Object.keys(found.fields).length === 0 ? (found.message ?? messageOf(error)) : undefined)
    if (!data) return false
    setLoaded(texts)
    setVersion(data.version)
    return true
  }
  /** Saves what has changed. Returns whether all of it is saved. */
  const save = () => {
    queue.current = queue.current.then(saveNow)
    return queue.current
  }
  return {
    save,
    problem,
    /** Changes with every save. */
    version,
    /** The props of a field. */
    box: (name: TextName) => ({
      name,
      value: texts[name],
      ...(errors[name] ? { error: errors[name] } : {}),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        setTexts({ ...texts, [name]: currentTarget.value }),
      onBlur: () => void save(),
    }),
  }
}

export type SettingFields = ReturnType<typeof useSettingFields>
