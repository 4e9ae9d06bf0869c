import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { SettingsUpdate, SettingValues } from '#contract/admin/settings.ts'
import type { Voiced } from '#contract/voice.ts'

type VoicedTexts = Record<'contactText' | 'returnsText', Voiced>

/** The sentences of the demo shop in each voice. */
export const DEMO_TEXTS: VoicedTexts = {
  contactText: {
    I: 'Ask about a piece, a custom color, or where your package is. I read every message and usually reply within a day.',
    we: 'Ask about a piece, a custom color, or where your package is. We read every message and usually reply within a day.',
  },
  returnsText: {
    I: 'Questions, or not happy with your piece? Email me and I’ll make it right.',
    we: 'Questions, or not happy with your piece? Email us and we’ll make it right.',
  },
}

/** The sentences of a new shop in each voice. */
const NEW_TEXTS: VoicedTexts = {
  contactText: {
    I: DEFAULT_SETTINGS.contactText,
    we: 'Ask about a piece, or where your package is. We read every message.',
  },
  returnsText: { I: DEFAULT_SETTINGS.returnsText, we: 'Questions about this piece? Email us.' },
}

/** When the voice changes, the sentences that the seller has not written herself, in her new voice. */
export function textsInNewVoice(before: SettingValues, { voice }: SettingsUpdate): Partial<SettingValues> {
  if (!voice || voice === before.voice) return {}
  const names = Object.keys(NEW_TEXTS) as (keyof VoicedTexts)[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const untouchedText = [NEW_TEXTS[name], DEMO_TEXTS[name]].find((text) => text[before.voice] === before[name])
      return untouchedText ? [[name, untouchedText[voice]]] : []
    }),
  )
}
