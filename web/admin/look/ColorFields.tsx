import { useState } from 'react'
import { DARK_MODES } from '#contract/look-choices.ts'
import { LOOK_COLORS, PALETTES } from '#web/texts/admin-look.ts'
import { Field } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { LookSection } from './LookSection.tsx'
import type { LookDraft } from './use-look-draft.ts'

/** The two colors: from a palette, or of her own. */
export function ColorFields({ draft: { look, change, errorAt } }: { draft: LookDraft }) {
  return (
    <LookSection title={LOOK_COLORS.title} about={LOOK_COLORS.about}>
      <ul aria-label={LOOK_COLORS.palettes} className="grid grid-cols-2 gap-3 sm:max-xl:grid-cols-3">
        {PALETTES.map(({ name, accent, background }) => (
          <li key={name} className="grid">
            <button
              type="button"
              aria-pressed={accent === look.accent && background === look.background}
              onClick={() => change({ accent, background })}
              className="flex min-h-12 items-center gap-2 rounded-md border border-edge px-3 text-sm font-medium aria-pressed:border-accent aria-pressed:bg-accent-soft"
            >
              <Swatch accent={accent} background={background} />
              {name}
            </button>
          </li>
        ))}
      </ul>
      <div className="grid gap-4 sm:grid-cols-2">
        <ColorField
          label={LOOK_COLORS.accent}
          color={look.accent}
          {...errorAt('accent')}
          onChange={(accent) => change({ accent })}
        />
        <ColorField
          label={LOOK_COLORS.background}
          color={look.background}
          {...errorAt('background')}
          onChange={(background) => change({ background })}
        />
      </div>
      <RadioGroup
        legend={LOOK_COLORS.darkMode}
        isLegendShown
        options={DARK_MODES.map((mode) => [mode, <DarkModeLabel key={mode} texts={LOOK_COLORS.darkModes[mode]} />])}
        value={look.darkMode}
        onChange={(darkMode) => change({ darkMode })}
      />
    </LookSection>
  )
}

const DarkModeLabel = ({ texts: [label, about] }: { texts: readonly [string, string] }) => (
  <span className="grid">
    {label} <span className="text-sm text-muted">{about}</span>
  </span>
)

const Swatch = ({ accent, background }: { accent: string; background: string }) => (
  <span
    aria-hidden="true"
    className="grid size-7 shrink-0 place-items-center rounded-full border border-line"
    style={{ background }}
  >
    <span className="size-3.5 rounded-full" style={{ background: accent }} />
  </span>
)

type Props = { label: string; color: string; error?: string; onChange(color: string): void }

const HEX_PATTERN = /^#[\da-f]{6}$/i

/** A color from the system's color chooser, or typed. Only whole colors are passed on. */
function ColorField({ label, color, error, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    const isWhole = HEX_PATTERN.test(text)
    setTyped(isWhole ? undefined : text)
    if (isWhole) onChange(text.toLowerCase())
  }
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2">
      <Field
        label={label}
        value={typed ?? color}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        {...(error ? { error } : {})}
        onChange={({ currentTarget }) => type(currentTarget.value.trim())}
        onBlur={() => setTyped(undefined)}
      />
      <input
        type="color"
        aria-label={LOOK_COLORS.pick(label)}
        value={color}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        className="mt-8 h-12 w-12 cursor-pointer rounded-md border border-edge bg-card p-1"
      />
    </div>
  )
}
