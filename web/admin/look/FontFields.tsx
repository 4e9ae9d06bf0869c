import './typefaces.css'
import { FONT_PAIRS, type FontPair } from '#contract/look-choices.ts'
import { LOOK_FONTS } from '#web/texts/admin-look.ts'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { LookSection } from './LookSection.tsx'
import type { LookDraft } from './use-look-draft.ts'

/** The typefaces of headings and text, each pair in its own letters. */
export const FontFields = ({ draft: { look, change } }: { draft: LookDraft }) => (
  <LookSection title={LOOK_FONTS.title}>
    <RadioGroup
      legend={LOOK_FONTS.title}
      options={FONT_PAIRS.map((pair) => [pair, <Sample key={pair} pair={pair} />])}
      value={look.fonts}
      onChange={(fonts) => change({ fonts })}
    />
  </LookSection>
)

function Sample({ pair }: { pair: FontPair }) {
  const [name, about] = LOOK_FONTS.pairs[pair]
  const [heading, text] = LOOK_FONTS.families[pair]
  return (
    <span className="grid">
      <span className="text-xl leading-tight font-semibold" style={{ fontFamily: `"${heading}", serif` }}>
        {name}
      </span>{' '}
      <span className="text-sm text-muted" style={{ fontFamily: `"${text}", sans-serif` }}>
        {about}
      </span>
    </span>
  )
}
