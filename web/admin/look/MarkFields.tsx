import { useState } from 'react'
import type { Mark } from '#contract/look.ts'
import { logoLocation } from '#contract/look-choices.ts'
import { decoded } from '#web/admin/lib/wire.ts'
import { type Sending, sendFile } from '#web/admin/photos/send-photo.ts'
import { LOOK_MARK } from '#web/texts/admin-look.ts'
import { Field } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { FileField } from './FileField.tsx'
import { LookSection } from './LookSection.tsx'
import type { LookDraft } from './use-look-draft.ts'

const readLogo = decoded('UploadedLogo')
const sendLogo = (file: File, sending: Sending) => sendFile('/api/look/logo', file, { ...sending, read: readLogo })

/** The logo, or the letters or the flower in its place. */
export function MarkFields({ draft: { look, saved, uploads, change, errorAt } }: { draft: LookDraft }) {
  const { mark } = look
  const [logo, setLogo] = useState(mark.kind === 'logo' ? mark : undefined)
  const [isChoosing, setChoosing] = useState(() => uploads.of('logo').isSending)
  // The flower is the demo's: only a shop that has it can keep it.
  const kinds = (['flower', 'monogram', 'logo'] as const).filter(
    (kind) => kind !== 'flower' || mark.kind === 'flower' || saved.look.mark.kind === 'flower',
  )
  const choose = (kind: Mark['kind']) => {
    setChoosing(kind === 'logo' && !logo)
    if (kind === 'flower') change({ mark: { kind } })
    if (kind === 'monogram') change({ mark: { kind, letters: '' } })
    if (kind === 'logo' && logo) change({ mark: logo })
  }
  const kind = isChoosing ? 'logo' : mark.kind
  return (
    <LookSection title={LOOK_MARK.title}>
      <RadioGroup
        legend={LOOK_MARK.title}
        options={kinds.map((one) => [one, LOOK_MARK.kinds[one]])}
        value={kind}
        onChange={choose}
      />
      {kind === 'monogram' && mark.kind === 'monogram' && (
        <Field
          label={LOOK_MARK.letters}
          hint={LOOK_MARK.lettersHint}
          maxLength={2}
          autoComplete="off"
          value={mark.letters}
          {...errorAt('mark.letters')}
          onChange={({ currentTarget }) => change({ mark: { kind: 'monogram', letters: currentTarget.value } })}
        />
      )}
      {kind === 'logo' && (
        <>
          {mark.kind === 'logo' && (
            <img
              src={logoLocation(mark.logo)}
              alt=""
              width={mark.width}
              height={mark.height}
              className="h-16 w-auto max-w-full justify-self-start object-contain"
            />
          )}
          <FileField
            label={mark.kind === 'logo' ? LOOK_MARK.another : LOOK_MARK.choose}
            hint={LOOK_MARK.logoHint}
            slot="logo"
            uploads={uploads}
            send={sendLogo}
            onSent={(sent) => {
              const made = { kind: 'logo' as const, ...sent }
              setLogo(made)
              setChoosing(false)
              change({ mark: made })
            }}
          />
        </>
      )}
    </LookSection>
  )
}
