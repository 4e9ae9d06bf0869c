import { use, useState } from 'react'
import { z } from 'zod'
import { Settings } from '#contract/admin/settings.ts'
import { useLazySettingsQuery, useUpdateSettingsMutation } from '#web/admin/calls/settingsApi.ts'
import { differences, type Merged, picked } from '#web/admin/forms/merge-fields.ts'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { IS_MERGED, type SavedDraftOptions } from '#web/admin/forms/use-saved-draft.ts'
import { encoded } from '#web/admin/lib/wire.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import type { FormProblem } from '#web/forms/problems.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { SETTING_NAMES, SETTINGS } from '#web/texts/admin-settings.ts'
import type { SettingPart } from './setting-parts.ts'
import { type SettingName, type SettingTexts, settingTexts, switchField, updateOf } from './setting-texts.ts'

/** The form of a part of the settings. What is typed survives leaving the screen, an error, and a save by another admin. */
export function useSettingsForm(
  saved: Settings,
  { draft, names, slug }: Pick<SettingPart, 'draft' | 'names' | 'slug'>,
) {
  const [isDone, setDone] = useState(false)
  const { switches: allSwitches } = use(AdminSlotsContext)
  const switches = allSwitches.filter(({ place }) => place[0] === slug)
  const options = useSettingsOptions(draft, saved, [...names, ...switches.map(({ name }) => switchField(name))])
  const { values, change, ...editing } = useDraftForm({ ...options, onSaved: () => setDone(true) })
  return {
    ...editing,
    texts: values,
    /** The switches of features on its screen. */
    switches,
    nameOf: useNameOf(),
    change(name: SettingName, text: string) {
      setDone(false)
      change({ [name]: text })
    },
    /** Whether everything on screen has just been saved. */
    isDone: isDone && editing.changed.length === 0,
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>

/** The name of a setting within a sentence. */
function useNameOf() {
  const { switches } = use(AdminSlotsContext)
  const labels: Partial<Record<string, string>> = {
    ...SETTING_NAMES,
    ...Object.fromEntries(switches.map(({ name, label }) => [switchField(name), label])),
  }
  return (name: SettingName) => labels[name] ?? name
}

/** The props of a field of a setting. */
export type BoxProps = ReturnType<SettingsForm['box']>

/**
 * The options of a draft of some settings: only changed fields are saved, on top of those that another admin saved
 * meanwhile. When both changed the same field, the admin has to check it and save again.
 */
export function useSettingsOptions(
  key: string,
  stored: Settings,
  names: readonly SettingName[],
): SavedDraftOptions<Settings, SettingTexts> {
  const fields = z.object(Object.fromEntries(names.map((name) => [name, z.string()])))
  const nameOf = useNameOf()
  const [update] = useUpdateSettingsMutation()
  const [load] = useLazySettingsQuery()
  return {
    ...{ key, stored, schema: Settings, fields, valuesOf: settingTexts },
    conflict: { codes: ['settings_changed'], load: () => load(), problem: (merged) => mergeProblem(merged, nameOf) },
    problemOf: (error) => inWords(formProblemOf(error)),
    async save({ values, loaded }) {
      const changed = differences(names, settingTexts(loaded), values)
      if (changed.length === 0) return { data: loaded }
      const made = updateOf(picked(values, changed), values)
      if (made.problem) return { problem: await withOtherErrors(made.update, made.problem) }
      return update({ ...made.update, version: loaded.version })
    },
  }
}

function mergeProblem({ both }: Merged<SettingTexts>, nameOf: (name: SettingName) => string): FormProblem | null {
  const names = both.map(nameOf).join(', ')
  return both.length > 0 ? { message: SETTINGS.changedByBoth(names), fields: {}, code: IS_MERGED } : null
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
