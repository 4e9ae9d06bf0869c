import type { Settings } from '#contract/admin/settings.ts'
import {
  HOME_SETTINGS,
  LINK_SETTINGS,
  MONEY_SETTINGS,
  PROMISE_SETTINGS,
  SETTINGS,
  SHOP_SETTINGS,
  STOCK_SETTINGS,
  TIME_ZONE_SETTINGS,
} from '../../../texts/admin-settings.ts'
import { CheckField, Field, SelectField } from '../../../ui/Field.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { CategorySection } from './CategorySection.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { useSettingsQuery } from './settingsApi.ts'
import { TimeOffSection } from './TimeOffSection.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'

/** The shop's settings. */
export default function SettingsPage() {
  const query = useSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, error } = query
  return (
    <div className="grid gap-8">
      <Head title={SETTINGS.heading} noIndex />
      <header className="grid gap-1">
        <h1>{SETTINGS.heading}</h1>
        <p className="text-muted">{SETTINGS.about}</p>
      </header>
      <LoadFailure queries={[query]} />
      {!data && !error && <Skeleton className="h-dvh" />}
      {data && <Sections saved={data} />}
    </div>
  )
}

const Sections = ({ saved }: { saved: Settings }) => (
  <>
    <SettingsSection
      title={SHOP_SETTINGS.title}
      about={SHOP_SETTINGS.about}
      names={['name', 'tagline', 'footerText', 'voice']}
      saved={saved}
    >
      {(box) => (
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
      )}
    </SettingsSection>
    <SettingsSection
      title={HOME_SETTINGS.title}
      about={HOME_SETTINGS.about}
      names={['storyTitle', 'story', 'customText', 'categoriesTitle', 'newestTitle']}
      saved={saved}
    >
      {(box) => (
        <>
          <Field label={HOME_SETTINGS.storyTitle} maxLength={60} {...box('storyTitle')} />
          <TextAreaField
            label={HOME_SETTINGS.story}
            maxLength={5000}
            hint={HOME_SETTINGS.storyHint}
            {...box('story')}
          />
          <TextAreaField
            className="min-h-20"
            label={HOME_SETTINGS.customText}
            maxLength={120}
            hint={HOME_SETTINGS.customTextHint}
            {...box('customText')}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={HOME_SETTINGS.categoriesTitle} maxLength={60} {...box('categoriesTitle')} />
            <Field label={HOME_SETTINGS.newestTitle} maxLength={60} {...box('newestTitle')} />
          </div>
        </>
      )}
    </SettingsSection>
    <SettingsSection
      title={PROMISE_SETTINGS.title}
      about={PROMISE_SETTINGS.about}
      names={['shipDays', 'returnsText', 'thanks']}
      saved={saved}
    >
      {(box) => (
        <>
          <Field
            label={PROMISE_SETTINGS.shipDays}
            autoComplete="off"
            hint={PROMISE_SETTINGS.shipDaysHint}
            {...box('shipDays')}
          />
          <TextAreaField
            className="min-h-20"
            label={PROMISE_SETTINGS.returnsText}
            maxLength={160}
            hint={PROMISE_SETTINGS.returnsTextHint}
            {...box('returnsText')}
          />
          <TextAreaField
            className="min-h-20"
            label={PROMISE_SETTINGS.thanks}
            maxLength={200}
            hint={PROMISE_SETTINGS.thanksHint}
            {...box('thanks')}
          />
        </>
      )}
    </SettingsSection>
    <SettingsSection
      title={LINK_SETTINGS.title}
      about={LINK_SETTINGS.about}
      names={['contactText', 'email', 'orderMails', 'socialUrl', 'photosUrl']}
      saved={saved}
    >
      {(box) => (
        <>
          <TextAreaField
            className="min-h-20"
            label={LINK_SETTINGS.contactText}
            maxLength={300}
            hint={LINK_SETTINGS.contactTextHint}
            {...box('contactText')}
          />
          <Field label={LINK_SETTINGS.email} type="email" autoComplete="off" maxLength={254} {...box('email')} />
          <CheckField
            label={LINK_SETTINGS.orderMails}
            hint={LINK_SETTINGS.orderMailsHint}
            name="orderMails"
            defaultChecked={box('orderMails').defaultValue === 'on'}
          />
          <Field
            label={LINK_SETTINGS.socialUrl}
            inputMode="url"
            autoComplete="off"
            maxLength={300}
            placeholder={LINK_SETTINGS.linkExample}
            {...box('socialUrl')}
          />
          <Field
            label={LINK_SETTINGS.photosUrl}
            inputMode="url"
            autoComplete="off"
            maxLength={300}
            placeholder={LINK_SETTINGS.linkExample}
            {...box('photosUrl')}
          />
        </>
      )}
    </SettingsSection>
    <SettingsSection
      title={MONEY_SETTINGS.title}
      about={MONEY_SETTINGS.about}
      names={['tax', 'shippingOne', 'shippingMore', 'wrapPrice']}
      saved={saved}
    >
      {(box) => (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={MONEY_SETTINGS.tax} inputMode="decimal" autoComplete="off" {...box('tax')} />
          <Field label={MONEY_SETTINGS.shippingOne} inputMode="decimal" autoComplete="off" {...box('shippingOne')} />
          <Field label={MONEY_SETTINGS.shippingMore} inputMode="decimal" autoComplete="off" {...box('shippingMore')} />
          <Field
            label={MONEY_SETTINGS.wrapPrice}
            hint={MONEY_SETTINGS.wrapHint}
            inputMode="decimal"
            autoComplete="off"
            {...box('wrapPrice')}
          />
        </div>
      )}
    </SettingsSection>
    <SettingsSection title={STOCK_SETTINGS.title} about={STOCK_SETTINGS.about} names={['lowStock']} saved={saved}>
      {(box) => <Field label={STOCK_SETTINGS.lowStock} inputMode="numeric" autoComplete="off" {...box('lowStock')} />}
    </SettingsSection>
    <SettingsSection
      title={TIME_ZONE_SETTINGS.title}
      about={TIME_ZONE_SETTINGS.about}
      names={['timeZone']}
      saved={saved}
    >
      {(box) => <TimeZoneField {...box('timeZone')} />}
    </SettingsSection>
    <TimeOffSection saved={saved} />
    <CategorySection />
  </>
)
