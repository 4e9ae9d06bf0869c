import type { ReactNode } from 'react'
import type { WelcomeCard } from '#contract/admin/own-shop.ts'
import { WELCOME } from '../../../texts/admin-own-shop.ts'
import { HOME_SETTINGS, MONEY_SETTINGS, PROMISE_SETTINGS, SHOP_SETTINGS } from '../../../texts/admin-settings.ts'
import { Field } from '../../../ui/Field.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { ColorFields } from '../look/ColorFields.tsx'
import { FontFields } from '../look/FontFields.tsx'
import { HeroFields } from '../look/HeroFields.tsx'
import { MarkFields } from '../look/MarkFields.tsx'
import { StoryFields } from '../look/StoryFields.tsx'
import type { LookDraft } from '../look/use-look-draft.ts'
import { TimeZoneField } from '../settings/TimeZoneField.tsx'
import { TaxQuestion } from './TaxQuestion.tsx'
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
          label={PROMISE_SETTINGS.shipDays}
          maxLength={11}
          hint={PROMISE_SETTINGS.shipDaysHint}
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
          label={PROMISE_SETTINGS.returnsText}
          maxLength={160}
          hint={PROMISE_SETTINGS.returnsTextHint}
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
