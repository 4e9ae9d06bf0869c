import { useEffect, useState } from 'react'
import type { Settings } from '#contract/admin/settings.ts'
import { codeOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import type { FormProblem } from '../../../forms/problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { useUnsavedWarning } from '../../../forms/use-unsaved.ts'
import { useAppDispatch, useAppSelector } from '../../../store.ts'
import { SETTING_NAMES, SETTINGS } from '../../../texts/admin-settings.ts'
import { formProblemOf } from '../../accounts/validation.ts'
import { FRESH, freshData } from '../fresh-data.ts'
import { mergeFields } from '../merge-fields.ts'
import { encoded } from '../wire.ts'
import { SETTING_FIELDS, type SettingName, type SettingTexts, settingTexts, updateOf } from './setting-texts.ts'
import { changedNames, readSettingsDraft, type SettingEdits, saveSettingsDraft } from './settings-draft.ts'
import { settingsApi, useUpdateSettingsMutation } from './settingsApi.ts'

/** The form of all settings. What is typed survives leaving the screen, an error, and a save by another admin. */
export function useSettingsForm(saved: Settings) {
  const [userId] = useState(useAppSelector(({ session }) => session.user?._id ?? ''))
  const [edits, setEdits] = useState(() => readSettingsDraft(userId))
  const [isDone, setDone] = useState(false)
  const save = useSaving(saved)
  const savedTexts = settingTexts(saved)
  const texts: SettingTexts = { ...savedTexts, ...typedIn(edits) }
  const changed = changedNames(edits, savedTexts)
  useEffect(() => saveSettingsDraft(edits, userId), [edits, userId])
  useUnsavedWarning(changed.length > 0)

  const { form, problem, errors, isSending, dismiss } = useForm<SettingName>([], async () => {
    const { data, problem, now } = changed.length > 0 ? await save(edits) : { data: saved }
    if (data) setEdits((typed) => withoutSaved(typed, edits, settingTexts(data)))
    if (now) setEdits((typed) => basedOn(now, typed))
    setDone(Boolean(data))
    return problem ?? null
  })
  const change = (name: SettingName, text: string) => {
    setDone(false)
    setEdits(({ [name]: before, ...others }) => {
      const from = before?.from ?? savedTexts[name]
      return text === savedTexts[name] ? others : { ...others, [name]: { from, text } }
    })
  }
  return {
    form,
    problem,
    isSending,
    dismiss,
    texts,
    change,
    /** The names of the fields that are not saved. */
    changed,
    /** Whether everything on screen has just been saved. */
    isDone: isDone && changed.length === 0,
    discard() {
      dismiss()
      setEdits({})
    },
    /** The props of a field. */
    box: (name: SettingName): BoxProps => ({
      name,
      value: texts[name],
      ...(errors[name] ? { error: errors[name] } : {}),
      onChange: ({ currentTarget }) => change(name, currentTarget.value),
    }),
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>

/** The props of a field of a setting. */
export type BoxProps = {
  name: SettingName
  value: string
  error?: string
  onChange(event: { currentTarget: { value: string } }): void
}

const CHANGED = 'settings_changed'
const MOST_TRIES = 3

/** `data` are the saved settings; `now` the texts of another admin, which the edits were based on meanwhile. */
type Saved = { data?: Settings; problem?: FormProblem; now?: SettingTexts }

/**
 * Saves the changed fields, on top of those that another admin saved meanwhile. When both changed the same field, the
 * admin has to check it and save again.
 */
function useSaving(saved: Settings) {
  const [update] = useUpdateSettingsMutation()
  const dispatch = useAppDispatch()
  const { settings } = settingsApi.endpoints
  const fresh = () => freshData(dispatch(settings.initiate(undefined, FRESH)))
  const save = async (edits: SettingEdits, on = saved, tries = MOST_TRIES): Promise<Saved> => {
    const now = settingTexts(on)
    const loaded = { ...now, ...textsOf(edits, 'from') }
    const { fields, both } = mergeFields<SettingTexts>(SETTING_FIELDS, {
      loaded,
      mine: { ...now, ...typedIn(edits) },
      now,
    })
    if (both.length > 0) return { problem: { message: clashOf(both), fields: {}, code: CHANGED }, now }
    const changed = changedNames(edits, now)
    const made = updateOf(Object.fromEntries(changed.map((name) => [name, fields[name]])), fields)
    if (made.problem) return { problem: await withOtherErrors(made.update, made.problem) }
    const { data, error } = await update({ ...made.update, version: on.version })
    if (data) {
      dispatch(settingsApi.util.updateQueryData('settings', undefined, () => data))
      return { data }
    }
    const later = codeOf(error as ApiFailure) === CHANGED && tries > 1 ? await fresh() : undefined
    return later ? save(edits, later, tries - 1) : { problem: inWords(formProblemOf(error)) }
  }
  return (edits: SettingEdits) => save(edits)
}

/** The error of fields that are no numbers, together with what is wrong with the others. */
async function withOtherErrors(update: Parameters<typeof encodedUpdate>[0], problem: FormProblem) {
  const others = await encodedUpdate(update).then(() => null, formProblemOf)
  return inWords({ ...problem, fields: { ...others?.fields, ...problem.fields } })
}

const encodedUpdate = (update: ReturnType<typeof updateOf>['update']) => encoded('SettingsUpdate', update)

/** Errors at fields are explained there. */
const inWords = (problem: FormProblem): FormProblem =>
  Object.keys(problem.fields).length > 0 ? { ...problem, message: SETTINGS.lookAgain } : problem

const clashOf = (both: SettingName[]) => SETTINGS.changedByBoth(both.map((name) => SETTING_NAMES[name]).join(', '))

function textsOf(edits: SettingEdits, of: 'from' | 'text'): Partial<SettingTexts> {
  return Object.fromEntries(Object.entries(edits).map(([name, edit]) => [name, edit[of]]))
}

const typedIn = (edits: SettingEdits) => textsOf(edits, 'text')

/** The edits without those that were sent and are saved. What was typed meanwhile stays. */
function withoutSaved(typed: SettingEdits, sent: SettingEdits, saved: SettingTexts): SettingEdits {
  const left = Object.entries(typed).filter(([name, { text }]) => text !== sent[name as SettingName]?.text)
  return Object.fromEntries(left.map(([name, { text }]) => [name, { from: saved[name as SettingName], text }]))
}

/** The edits as changes of these texts: their author has seen what another admin saved. */
function basedOn(now: SettingTexts, edits: SettingEdits): SettingEdits {
  return Object.fromEntries(
    Object.entries(edits).map(([name, { text }]) => [name, { from: now[name as SettingName], text }]),
  )
}
