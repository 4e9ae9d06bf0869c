import type { Settings } from '#contract/settings.ts'
import { CheckField, Field, SelectField } from '../../../ui/Field.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { CategorySection } from './CategorySection.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { useSettingsQuery } from './settingsApi.ts'
import { TimeZoneField } from './TimeZoneField.tsx'

/** What the seller decides about the whole shop. */
export default function SettingsPage() {
  const query = useSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, error } = query
  return (
    <div className="grid gap-8">
      <Head title="Settings" noIndex />
      <header className="grid gap-1">
        <h1>Settings</h1>
        <p className="text-muted">What is saved here is on every page at once.</p>
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
      title="Shop"
      about="The name stands in every title, at the top of every page and in every message."
      names={['name', 'tagline', 'story', 'voice']}
      saved={saved}
    >
      {(box) => (
        <>
          <Field label="Name" maxLength={60} {...box('name')} />
          <Field
            label="Tagline"
            maxLength={160}
            hint="One sentence, for the footer and for search engines."
            {...box('tagline')}
          />
          <TextAreaField
            label="Story"
            maxLength={5000}
            hint="Shown on the first page. An empty line begins a paragraph; one that names prices is set apart."
            {...box('story')}
          />
          <SelectField label="The shop speaks as" hint="In messages and on pages." {...box('voice')}>
            <option value="I">I</option>
            <option value="we">we</option>
          </SelectField>
        </>
      )}
    </SettingsSection>
    <SettingsSection
      title="Links"
      about="How shoppers reach you. A page that you leave empty is not shown."
      names={['email', 'orderMails', 'socialUrl', 'photosUrl']}
      saved={saved}
    >
      {(box) => (
        <>
          <Field label="Email" type="email" autoComplete="off" maxLength={254} {...box('email')} />
          <CheckField
            label="Email me about orders"
            hint="New paid orders, cancellations, and payments that need your attention."
            name="orderMails"
            defaultChecked={box('orderMails').defaultValue === 'on'}
          />
          <Field
            label="Social page"
            type="url"
            autoComplete="off"
            maxLength={300}
            placeholder="https://"
            {...box('socialUrl')}
          />
          <Field
            label="Photo page"
            type="url"
            autoComplete="off"
            maxLength={300}
            placeholder="https://"
            {...box('photosUrl')}
          />
        </>
      )}
    </SettingsSection>
    <SettingsSection
      title="Money"
      about="For orders from now on: those already placed keep their figures. If your story names shipping, change it too."
      names={['tax', 'shippingOne', 'shippingMore']}
      saved={saved}
    >
      {(box) => (
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label="Tax, in percent" inputMode="decimal" autoComplete="off" {...box('tax')} />
          <Field label="Shipping for one, in $" inputMode="decimal" autoComplete="off" {...box('shippingOne')} />
          <Field label="For more than one, in $" inputMode="decimal" autoComplete="off" {...box('shippingMore')} />
        </div>
      )}
    </SettingsSection>
    <SettingsSection
      title="Stock"
      about="From this number down a piece is called low in stock. Only you see it."
      names={['lowStock']}
      saved={saved}
    >
      {(box) => <Field label="Low in stock from" inputMode="numeric" autoComplete="off" {...box('lowStock')} />}
    </SettingsSection>
    <SettingsSection
      title="Time zone"
      about="By its days coupons end and sales are counted."
      names={['timeZone']}
      saved={saved}
    >
      {(box) => <TimeZoneField {...box('timeZone')} />}
    </SettingsSection>
    <CategorySection />
  </>
)
