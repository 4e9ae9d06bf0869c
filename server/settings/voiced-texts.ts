import type { SettingsUpdate, SettingValues } from '#contract/admin/settings.ts'
import { DEFAULT_SETTINGS } from '#contract/defaults.ts'
import type { Voiced } from '#contract/voice.ts'

/** The sentences that the shop begins with, or the demo shop, in each voice. */
const VOICED: Record<'contactText' | 'returnsText', Voiced[]> = {
  contactText: [
    { I: DEFAULT_SETTINGS.contactText, we: 'Ask about a piece, or where your package is. We read every message.' },
    {
      I: 'Ask about a piece, a custom color, or where your package is. I read every message and usually reply within a day.',
      we: 'Ask about a piece, a custom color, or where your package is. We read every message and usually reply within a day.',
    },
  ],
  returnsText: [
    { I: DEFAULT_SETTINGS.returnsText, we: 'Questions about this piece? Email us.' },
    {
      I: 'Questions, or not happy with your piece? Email me and I’ll make it right.',
      we: 'Questions, or not happy with your piece? Email us and we’ll make it right.',
    },
  ],
}

/** When the voice changes, the sentences that the seller has not written herself, in her new voice. */
export function textsInNewVoice(before: SettingValues, { voice }: SettingsUpdate): Partial<SettingValues> {
  if (!voice || voice === before.voice) return {}
  const names = Object.keys(VOICED) as (keyof typeof VOICED)[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const known = VOICED[name].find((text) => text[before.voice] === before[name])
      return known ? [[name, known[voice]]] : []
    }),
  )
}
