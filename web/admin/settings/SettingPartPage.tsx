import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import type { Settings } from '#contract/admin/settings.ts'
import { useSettingsQuery } from '#web/admin/calls/settingsApi.ts'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { NotFound } from '#web/shop/layout/NotFound.tsx'
import { SETTINGS } from '#web/texts/admin-settings.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { FeesFields } from './fees/FeesFields.tsx'
import { SettingsBar } from './SettingsBar.tsx'
import {
  ContactFields,
  HomeFields,
  ReturnFields,
  ShipDayFields,
  ShopFields,
  StockFields,
  TimeZoneFields,
  WordsFields,
  WrapFields,
} from './SettingsFields.tsx'
import { type PartSlug, type SettingPart, settingPart } from './setting-parts.ts'
import { ShippingFields } from './shipping/ShippingFields.tsx'
import { TimeOffFields } from './TimeOffFields.tsx'
import { TaxFields } from './tax/TaxFields.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

const FIELDS: Record<PartSlug, ComponentType<{ editing: SettingsForm; saved: Settings }>> = {
  shop: ShopFields,
  'home-page': HomeFields,
  'search-and-cart': WordsFields,
  shipping: ShippingFields,
  'days-to-ship': ShipDayFields,
  'sales-tax': TaxFields,
  'returns-and-thanks': ReturnFields,
  contact: ContactFields,
  'time-off': TimeOffFields,
  'gift-wrap': WrapFields,
  'fees-and-pay': FeesFields,
  stock: StockFields,
  'time-zone': TimeZoneFields,
}

/** One part of the settings, which is saved by itself. */
export default function SettingPartPage() {
  const part = settingPart(useParams().part ?? '')
  return part ? <PartScreen key={part.slug} part={part} /> : <NotFound />
}

const LIST = { path: '/admin/settings', label: SETTINGS.heading }

function PartScreen({ part }: { part: SettingPart }) {
  const query = useSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <EditScreen title={part.title} list={LIST} noun={SETTINGS.noun} query={query}>
      {query.data && <PartForm part={part} saved={query.data} />}
    </EditScreen>
  )
}

function PartForm({ part, saved }: { part: SettingPart; saved: Settings }) {
  const editing = useSettingsForm(saved, part)
  const Fields = FIELDS[part.slug]
  return (
    <form {...editing.form} className="grid max-w-[44rem] gap-4 [&_*]:scroll-mt-24 [&_*]:scroll-mb-48">
      <p className="-mt-3 text-muted">{part.about}</p>
      <Panel>
        <div className="grid gap-5">
          <Fields editing={editing} saved={saved} />
        </div>
      </Panel>
      <SettingsBar editing={editing} />
    </form>
  )
}
