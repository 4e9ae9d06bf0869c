import { useRef, useState } from 'react'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Settings } from '#contract/admin/settings.ts'
import type { FormProblem } from '../../../forms/problems.ts'
import { formProblemOf } from '../../accounts/validation.ts'
import { type SettingTexts, settingTexts, updateOf } from '../settings/setting-texts.ts'
import { useUpdateSettingsMutation } from '../settings/settingsApi.ts'

type TextName = 'name' | 'story' | 'shipDays' | 'returnsText' | 'shippingOne' | 'shippingMore' | 'tax' | 'timeZone'

/** Settings as fields that are saved when they lose the focus, and with the card that they are on. */
export function useSettingFields(saved: Settings) {
  const [texts, setTexts] = useState<SettingTexts>(() => withOwnTimeZone(settingTexts(saved)))
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [problem, setProblem] = useState<FormProblem>()
  const [version, setVersion] = useState(saved.version)
  const [update] = useUpdateSettingsMutation()
  const present = useRef({ texts, saved: settingTexts(saved) })
  const queue = useRef<Promise<FormProblem | null>>(Promise.resolve(null))

  const show = (next: SettingTexts) => {
    present.current.texts = next
    setTexts(next)
  }
  const saveNow = async () => {
    const { texts: sent, saved: before } = present.current
    const changed = Object.entries(sent).filter(([name, text]) => text !== before[name as TextName])
    const made = updateOf(Object.fromEntries(changed))
    const { data, error } = changed.length === 0 || made.problem ? {} : await update(made.update)
    const found = made.problem ?? (error ? formProblemOf(error) : null)
    setErrors(found?.fields ?? {})
    setProblem(found && Object.keys(found.fields).length === 0 ? found : undefined)
    if (data) {
      present.current.saved = sent
      setVersion(data.version)
    }
    return found
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
    const back = Object.fromEntries(names.map((name) => [name, present.current.saved[name]]))
    show({ ...present.current.texts, ...back })
    await saveNext()
  }
  const change = (name: TextName, text: string) => show({ ...present.current.texts, [name]: text })
  return {
    save,
    change,
    dropRefused,
    problem,
    /** Changes with every save. */
    version,
    /** The props of a field. */
    box: (name: TextName) => ({
      name,
      value: texts[name],
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
