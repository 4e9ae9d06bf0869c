import { POSTAL_ADDRESS_MAX } from '#contract/admin/settings.ts'
import {
  HOME_SETTINGS,
  LINK_SETTINGS,
  MONEY_SETTINGS,
  RETURN_SETTINGS,
  SHIP_DAY_SETTINGS,
  SHOP_SETTINGS,
  STOCK_SETTINGS,
  WORDS_SETTINGS,
} from '#web/texts/admin-settings.ts'
import { CheckField, Field, SelectField } from '#web/ui/Field.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { AddedSwitches } from './AddedSwitches.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'
import type { SettingsForm } from './use-settings-form.ts'

type Props = { editing: SettingsForm }

/** The name, and how the shop speaks. */
export const ShopFields = ({ editing: { box } }: Props) => (
  <>
    <Field label={SHOP_SETTINGS.name} maxLength={60} {...box('name')} />
    <Field label={SHOP_SETTINGS.tagline} maxLength={160} hint={SHOP_SETTINGS.taglineHint} {...box('tagline')} />
    <TextAreaField
      className="min-h-20"
      label={SHOP_SETTINGS.footerText}
      maxLength={240}
      hint={SHOP_SETTINGS.footerTextHint}
      {...box('footerText')}
    />
    <SelectField label={SHOP_SETTINGS.voice} hint={SHOP_SETTINGS.voiceHint} {...box('voice')}>
      <option value="I">I</option>
      <option value="we">we</option>
    </SelectField>
  </>
)

/** The words of the home page. */
export const HomeFields = ({ editing: { box } }: Props) => (
  <>
    <Field label={HOME_SETTINGS.storyTitle} maxLength={60} {...box('storyTitle')} />
    <TextAreaField label={HOME_SETTINGS.story} maxLength={5000} hint={HOME_SETTINGS.storyHint} {...box('story')} />
    <TextAreaField
      className="min-h-20"
      label={HOME_SETTINGS.customText}
      maxLength={120}
      hint={HOME_SETTINGS.customTextHint}
      {...box('customText')}
    />
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={HOME_SETTINGS.categoriesTitle} maxLength={60} {...box('categoriesTitle')} />
      <Field label={HOME_SETTINGS.featuredTitle} maxLength={60} {...box('featuredTitle')} />
      <Field label={HOME_SETTINGS.newestTitle} maxLength={60} {...box('newestTitle')} />
    </div>
  </>
)

/** The words of the search and of an empty cart. */
export const WordsFields = ({ editing: { box } }: Props) => (
  <>
    <Field label={WORDS_SETTINGS.searchTitle} maxLength={60} autoComplete="off" {...box('searchTitle')} />
    <Field
      label={WORDS_SETTINGS.searchHint}
      maxLength={40}
      autoComplete="off"
      hint={WORDS_SETTINGS.searchHintHint}
      {...box('searchHint')}
    />
    <Field label={WORDS_SETTINGS.cartEmpty} maxLength={60} autoComplete="off" {...box('cartEmpty')} />
  </>
)

/** What the shop promises about shipping. */
export const ShipDayFields = ({ editing: { box, texts, change } }: Props) => (
  <>
    <Field
      label={SHIP_DAY_SETTINGS.shipDays}
      autoComplete="off"
      hint={SHIP_DAY_SETTINGS.shipDaysHint}
      {...box('shipDays')}
    />
    <CheckField
      label={SHIP_DAY_SETTINGS.restsOnHolidays}
      hint={SHIP_DAY_SETTINGS.restsOnHolidaysHint}
      name="restsOnHolidays"
      checked={texts.restsOnHolidays === 'on'}
      onChange={({ currentTarget }) => change('restsOnHolidays', currentTarget.checked ? 'on' : '')}
    />
  </>
)

/** What the shop says about returns, and its thanks. */
export const ReturnFields = ({ editing: { box } }: Props) => (
  <>
    <TextAreaField
      className="min-h-20"
      label={RETURN_SETTINGS.returnsText}
      maxLength={160}
      hint={RETURN_SETTINGS.returnsTextHint}
      {...box('returnsText')}
    />
    <TextAreaField
      className="min-h-20"
      label={RETURN_SETTINGS.thanks}
      maxLength={200}
      hint={RETURN_SETTINGS.thanksHint}
      {...box('thanks')}
    />
  </>
)

/** How shoppers reach the seller. */
export const ContactFields = ({ editing }: Props) => (
  <>
    <TextAreaField
      className="min-h-20"
      label={LINK_SETTINGS.contactText}
      maxLength={300}
      hint={LINK_SETTINGS.contactTextHint}
      {...editing.box('contactText')}
    />
    <Field label={LINK_SETTINGS.email} type="email" autoComplete="off" maxLength={254} {...editing.box('email')} />
    <TextAreaField
      className="min-h-20"
      label={LINK_SETTINGS.postalAddress}
      hint={LINK_SETTINGS.postalAddressHint}
      maxLength={POSTAL_ADDRESS_MAX}
      rows={4}
      {...editing.box('postalAddress')}
    />
    <CheckField
      label={LINK_SETTINGS.orderMails}
      hint={LINK_SETTINGS.orderMailsHint}
      name="orderMails"
      checked={editing.texts.orderMails === 'on'}
      onChange={({ currentTarget }) => editing.change('orderMails', currentTarget.checked ? 'on' : '')}
    />
    <AddedSwitches editing={editing} />
    <div className="grid gap-5 sm:grid-cols-2">
      <LinkFields name="social" editing={editing} />
      <LinkFields name="photos" editing={editing} />
    </div>
  </>
)

/** A page elsewhere, and what the contact page says about it. */
const LinkFields = ({ name, editing: { box } }: Props & { name: 'social' | 'photos' }) => (
  <>
    <Field
      label={LINK_SETTINGS[`${name}Url`]}
      inputMode="url"
      autoComplete="off"
      maxLength={300}
      placeholder={LINK_SETTINGS.linkExample}
      {...box(`${name}Url`)}
    />
    <Field
      label={LINK_SETTINGS[`${name}Text`]}
      autoComplete="off"
      maxLength={60}
      hint={LINK_SETTINGS.captionHint}
      {...box(`${name}Text`)}
    />
  </>
)

/** What a gift costs. */
export const WrapFields = ({ editing: { box } }: Props) => (
  <>
    <Field label={MONEY_SETTINGS.wrapPrice} inputMode="decimal" autoComplete="off" {...box('wrapPrice')} />
  </>
)

/** The stock at which a product counts as low. */
export const StockFields = ({ editing }: Props) => (
  <>
    <Field label={STOCK_SETTINGS.lowStock} inputMode="numeric" autoComplete="off" {...editing.box('lowStock')} />
    <AddedSwitches editing={editing} />
  </>
)

/** The time zone of the shop's days. */
export const TimeZoneFields = ({ editing: { box } }: Props) => (
  <>
    <TimeZoneField {...box('timeZone')} />
  </>
)
