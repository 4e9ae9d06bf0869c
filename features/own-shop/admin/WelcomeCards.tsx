import type { ReactNode } from 'react'
import { ColorFields } from '#web/admin/look/ColorFields.tsx'
import { FontFields } from '#web/admin/look/FontFields.tsx'
import { HeroFields } from '#web/admin/look/HeroFields.tsx'
import { MarkFields } from '#web/admin/look/MarkFields.tsx'
import { StoryFields } from '#web/admin/look/StoryFields.tsx'
import type { LookDraft } from '#web/admin/look/use-look-draft.ts'
import { TimeZoneField } from '#web/admin/settings/TimeZoneField.tsx'
import {
  HOME_SETTINGS,
  MONEY_SETTINGS,
  RETURN_SETTINGS,
  SHIP_DAY_SETTINGS,
  SHOP_SETTINGS,
} from '#web/texts/admin-settings.ts'
import { Field } from '#web/ui/Field.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import type { WelcomeCard } from '../contract.ts'
import { TaxQuestion } from './TaxQuestion.tsx'
import { WELCOME } from './texts.ts'
import type { SettingFields } from './use-setting-fields.ts'

type Parts = { draft: LookDraft; fields: SettingFields }

/** The fields of each card of the welcome. */
export const WELCOME_FIELDS: Record<WelcomeCard, (parts: Parts) => ReactNode> = {
  name: ({ draft, fields: { box } }) => (
    <>
      <Panel>
        <Field label={SHOP_SETTINGS.name} maxLength={60} autoComplete="organization" {...box('name')} />
      </Panel>
      <MarkFields draft={draft} />
    </>
  ),
  colors: ({ draft }) => (
    <>
      <ColorFields draft={draft} />
      <FontFields draft={draft} />
    </>
  ),
  hero: ({ draft }) => <HeroFields draft={draft} />,
  story: ({ draft, fields: { box } }) => (
    <>
      <Panel>
        <TextAreaField
          label={HOME_SETTINGS.story}
          maxLength={5000}
          hint={HOME_SETTINGS.storyHint}
          rows={6}
          {...box('story')}
        />
      </Panel>
      <StoryFields draft={draft} />
    </>
  ),
  delivery: ({ fields }) => (
    <Panel>
      <div className="grid gap-5">
        <Field
          label={SHIP_DAY_SETTINGS.shipDays}
          maxLength={11}
          hint={SHIP_DAY_SETTINGS.shipDaysHint}
          autoComplete="off"
          {...fields.box('shipDays')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={MONEY_SETTINGS.shippingOne}
            inputMode="decimal"
            autoComplete="off"
            {...fields.box('shippingOne')}
          />
          <Field
            label={MONEY_SETTINGS.shippingMore}
            inputMode="decimal"
            autoComplete="off"
            {...fields.box('shippingMore')}
          />
        </div>
        <TextAreaField
          label={RETURN_SETTINGS.returnsText}
          maxLength={160}
          hint={RETURN_SETTINGS.returnsTextHint}
          {...fields.box('returnsText')}
        />
        <TaxQuestion fields={fields} />
        <TimeZoneField {...fields.box('timeZone')} />
        <p>
          {WELCOME.returns} <Link to="/admin/pages">{WELCOME.returnsLink}</Link>.
        </p>
      </div>
    </Panel>
  ),
}
