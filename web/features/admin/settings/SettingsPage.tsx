import type { Settings } from '#contract/admin/settings.ts'
import { SETTING_NAMES, SETTINGS } from '../../../texts/admin-settings.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { ActionBar } from '../frame/ActionBar.tsx'
import { FeesSection } from './fees/FeesSection.tsx'
import {
  ContactSection,
  HomeSection,
  PromiseSection,
  ShopSection,
  StockSection,
  TimeZoneSection,
  WordsSection,
  WrapSection,
} from './SettingsFields.tsx'
import type { SettingName } from './setting-texts.ts'
import { useSettingsQuery } from './settingsApi.ts'
import { ShippingSection } from './shipping/ShippingSection.tsx'
import { TimeOffSection } from './TimeOffSection.tsx'
import { TaxSection } from './tax/TaxSection.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

/** The shop's settings, in one form. */
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
      {data && <Form saved={data} />}
    </div>
  )
}

function Form({ saved }: { saved: Settings }) {
  const editing = useSettingsForm(saved)
  return (
    <form {...editing.form} className="[&_*]:scroll-mt-24 [&_*]:scroll-mb-48">
      <div className="grid gap-8">
        <ShopSection editing={editing} />
        <HomeSection editing={editing} />
        <WordsSection editing={editing} />
        <PromiseSection editing={editing} />
        <ContactSection editing={editing} />
        <ShippingSection editing={editing} />
        <TaxSection editing={editing} />
        <WrapSection editing={editing} />
        <FeesSection editing={editing} />
        <StockSection editing={editing} />
        <TimeZoneSection editing={editing} />
        <TimeOffSection saved={saved} editing={editing} />
      </div>
      <SaveBar editing={editing} />
    </form>
  )
}

/** Saves or discards all that is changed, and names it. */
function SaveBar({ editing }: { editing: SettingsForm }) {
  const { problem, dismiss, isSending, changed, isDone, discard } = editing
  const isChanged = changed.length > 0
  return (
    <ActionBar label={SETTINGS.save}>
      {problem && (
        <div className="basis-full">
          <Alert onDismiss={dismiss}>{problem.message}</Alert>
        </div>
      )}
      <Button variant={isChanged ? 'primary' : 'secondary'} isBusy={isSending}>
        {SETTINGS.save}
      </Button>
      {isChanged && !isSending && (
        <ConfirmButton
          variant="quiet"
          sentence={SETTINGS.confirmDiscard(namesOf(changed, changed.length))}
          action={SETTINGS.discard}
          onConfirm={discard}
        >
          {SETTINGS.discard}
        </ConfirmButton>
      )}
      <span role="status" className="min-w-0 text-sm text-muted">
        {isChanged ? SETTINGS.notSaved(namesOf(changed, MOST_NAMED)) : isDone ? SETTINGS.saved : SETTINGS.allSaved}
      </span>
    </ActionBar>
  )
}

/** How many fields the bar names, so that it stays low. */
const MOST_NAMED = 3

const namesOf = (names: SettingName[], most: number) => {
  const named = names.slice(0, most).map((name) => SETTING_NAMES[name])
  const more = names.length - named.length
  return more > 0 ? SETTINGS.andMore(named.join(', '), more) : named.join(', ')
}
